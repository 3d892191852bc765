import type { Random } from '../random.ts'
import { hairColours, type HairStyle, type Presentation } from './hair.ts'

/** First names of `content/demo/cities.json` that are usually borne by men; the others are usually borne by women. */
const men = new Set(
  (
    'Tomás Mateus Rui Afonso Duarte Gonçalo Vasco Miguel Nuno Bernardo Henrique Filipe Hugo Tiago Jorge ' +
    'António Bruno Daniel Eduardo Fernando Guilherme Ivo João Luís Manuel Paulo Pedro Ricardo Simão Xavier ' +
    'Cian Oisín Eoin Conor Darragh Fionn Pádraig Declan Ronan Cormac Shane Brendan Colm Donal Tadhg ' +
    'George Oliver Harry Kwame Jasper Theo Idris Callum Rupert Dev Marcus Felix Winston Rafiq Leon ' +
    'Alfie Ben Dominic Ewan Finlay Gareth Huw Jack Luke Nathan Will ' +
    'Jonas Lukas Matthias Florian Emre Sebastian Moritz Tobias Jürgen Niklas Björn Konstantin Thorsten Cem Rainer ' +
    'Piotr Marcin Jakub Krzysztof Wojciech Tomasz Paweł Łukasz Szymon Grzegorz Mikołaj Stanisław Bartosz Rafał Jacek ' +
    'Jordi Marc Pau Arnau Oriol Sergi Xavi Àlex Ferran Roger Álvaro Javier Albert Ramon Quim ' +
    'Daan Joost Bram Sjoerd Thijs Ruben Maarten Youssef Gijs Jeroen Niels Pieter Koen Wouter Floris ' +
    'Anthony Luis Brian Darnell Wei Vincent Malik Carlos Noah Ethan Isaac Terrence Sean Hector Calvin ' +
    'Liam Nathaniel Arjun Owen Jason Gurpreet Andre Kevin Omar Graham Dmitri Hassan Cameron Reza Ross ' +
    'Lachlan Cooper Angus Hamish Jarrah Darcy Minh Brodie Kieran Nick Rohan Mitchell Stefan Jai'
  ).split(' '),
)
/** Names that men and women have. */
const both = new Set(['Sam', 'Charlie', 'Kit', 'Morgan', 'Rowan', 'Avery', 'Dana'])

export const presentationOf = (firstName: string, random: Random): Presentation =>
  both.has(firstName) ? random.pick(['woman', 'man']) : men.has(firstName) ? 'man' : 'woman'

/** The range of skins and the hair that are likely for a name. */
type Origin = {
  names: readonly string[]
  tones: [from: number, to: number]
  colours: readonly string[]
  hair?: readonly HairStyle[]
}

const origins: readonly Origin[] = [
  { names: ['Gurpreet'], tones: [3, 4], colours: hairColours.black, hair: ['turban'] },
  { names: ['Zainab', 'Fatima'], tones: [2, 4], colours: hairColours.black, hair: ['headscarf'] },
  {
    names: ['Priya', 'Dev', 'Nadia', 'Rafiq', 'Arjun', 'Simran', 'Anjali', 'Priyanka', 'Rohan', 'Jai'],
    tones: [3, 5],
    colours: hairColours.black,
  },
  {
    names: [
      'Kwame',
      'Amara',
      'Idris',
      'Winston',
      'Marcus',
      'Keisha',
      'Darnell',
      'Malik',
      'Terrence',
      'Destiny',
      'Andre',
    ],
    tones: [5, 6],
    colours: hairColours.black,
    hair: ['afro', 'buzz', 'curls', 'locs', 'bun', 'braids'],
  },
  {
    names: ['Wei', 'Mei', 'Ling', 'Thuy', 'Minh'],
    tones: [1, 2],
    colours: hairColours.black,
    hair: ['fringe', 'straight', 'sidePart', 'crop', 'pixie'],
  },
  {
    names: [
      'Yasmin',
      'Leila',
      'Ayşe',
      'Emre',
      'Elif',
      'Cem',
      'Youssef',
      'Omar',
      'Hassan',
      'Reza',
      'Hector',
      'Luis',
      'Carlos',
      'Valeria',
    ],
    tones: [2, 4],
    colours: hairColours.black,
  },
]
const anybody: Omit<Origin, 'names'> = { tones: [0, 3], colours: hairColours.any }

export const originOf = (firstName: string): Omit<Origin, 'names'> =>
  origins.find(({ names }) => names.includes(firstName)) ?? anybody
