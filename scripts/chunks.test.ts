import { expect, test } from 'vitest'
import { type Load, type Module, planChunks } from './chunks.ts'

const source = (id: string, size: number, ...imports: string[]): Module => ({
  id,
  size,
  imports,
  ...(id.startsWith('page') && { entry: 'closed' as const }),
})
const load = (...entries: string[]): Load => ({ entries, requests: 1, waste: 1 })
/** Lists the modules of each chunk. */
function chunksOf(modules: Module[], loads: Load[]): string[] {
  const plan = planChunks(modules, loads)
  const names = [...new Set(plan.values())]
  return names
    .map((name) =>
      [...plan]
        .flatMap(([id, own]) => (own === name ? [id] : []))
        .toSorted()
        .join(' '),
    )
    .toSorted()
}

test('modules that the same pages need share a file; what one page needs stays with it', () => {
  const modules = [
    source('page one', 1, 'button', 'card', 'own'),
    source('page two', 1, 'button', 'card'),
    source('button', 100),
    source('card', 100),
    source('own', 100),
  ]
  expect(chunksOf(modules, [load('page one'), load('page two')])).toEqual(['button card'])
})

test('a small module joins a file that most of its pages load; a large one does not', () => {
  const modules = (size: number) => [
    source('page one', 1, 'base', 'part'),
    source('page two', 1, 'base', 'part'),
    source('page three', 1, 'base'),
    source('base', 50_000),
    source('part', size),
  ]
  const loads = [load('page one'), load('page two'), load('page three')]
  expect(chunksOf(modules(1_000), loads)).toEqual(['base part'])
  expect(chunksOf(modules(100_000), loads)).toEqual(['base', 'part'])
})

test('files never import each other in a cycle, even where a merge would save requests', () => {
  const modules = (middle: string) => [
    source('page one', 1, 'top'),
    source('page two', 1, 'top', 'bottom'),
    source('top', 10, middle),
    source(middle, 10, 'bottom'),
    source('bottom', 10),
  ]
  const loads = [load('page one'), load('page two')]
  expect(chunksOf(modules('middle'), loads)).toEqual(['bottom middle top'])
  // A part that is also imported dynamically has a file of its own, between the two.
  expect(chunksOf(modules('page middle'), [...loads, load('page middle')])).toEqual(['bottom', 'top'])
})

test('React and the router are left to their own file', () => {
  const react = '/node_modules/react/index.js'
  const modules = [source('page one', 1, react), source('page two', 1, react), source(react, 10)]
  expect(chunksOf(modules, [load('page one'), load('page two')])).toEqual([])
})

test('what every page of a layout needs joins the file of the layout, and no page loads the file of another', () => {
  const open = (id: string, size: number, ...imports: string[]): Module => ({
    ...source(id, size, ...imports),
    entry: 'open',
  })
  const modules = [
    open('layout', 10, 'header', 'own'),
    open('one', 10, 'header', 'part'),
    open('two', 10, 'part'),
    open('three', 10),
    source('header', 10),
    source('own', 10),
    source('part', 10),
  ]
  const loads = [load('layout', 'one'), load('layout', 'two'), load('layout', 'three')]
  // Loaded by two of three pages, the part costs less in the third than a request in the two.
  expect(chunksOf(modules, loads)).toEqual(['header layout own part', 'one', 'three', 'two'])
  expect(chunksOf(modules, [load('one'), load('two')])).toEqual(['header one', 'part', 'two'])
})

test('the file that every page loads afterwards takes what it shares with a page', () => {
  const afterPage = '/web/beside/after-page.tsx'
  const open = (id: string, ...imports: string[]): Module => ({
    ...source(id, 10, ...imports),
    entry: 'open',
  })
  const modules = [open('page one', 'shared'), open(afterPage, 'shared'), source('shared', 10)]
  expect(chunksOf(modules, [load('page one'), load(afterPage)])).toEqual([`${afterPage} shared`, 'page one'])
})
