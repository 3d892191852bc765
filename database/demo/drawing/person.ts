import { type Animal, bust } from './animals.ts'
import { drawTorso, neckOf } from './clothes.ts'
import { drawHead, type Turn } from './head.ts'
import type { Look } from './look.ts'
import { darker, line, oval, place } from './shapes.ts'

/** Head and upper body around a head at 0, 0; the body ends at y = 260. */
export function drawPerson(look: Look, turn: Turn = 0): string {
  const head = drawHead(look, turn)
  return [
    head.behind,
    place({ x: turn * -5, y: 0 }, drawTorso(look.clothes, look), neckOf(look)),
    head.front,
  ].join('')
}

/** The same person, holding a pet. */
export function drawPersonWith(look: Look, animal: Animal, turn: 1 | -1): string {
  const scale = animal.species === 'cat' ? 0.66 : 0.76
  const { top, skin } = look
  return [
    drawPerson(look, turn),
    oval(turn * 38, 158, 52, 50, darker(top, 0.22), 0.5),
    place({ x: turn * 46, y: 200, scale }, bust(animal)),
    oval(turn * 94, 193, 22, 17, skin),
    line(`M${turn * -94} 150C${turn * -90} 198 ${turn * -30} 214 ${turn * 66} 200`, top, 44),
    line(`M${turn * 84} 181L${turn * 88} 213`, darker(top, 0.16), 7),
    line(`M${turn * -66} 178C${turn * -40} 194 ${turn * 10} 196 ${turn * 74} 179`, darker(top, 0.2), 3, 0.7),
  ].join('')
}
