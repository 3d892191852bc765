import { expect, test } from 'vitest'
import { type Load, type Module, planChunks } from './chunks.ts'

const source = (id: string, size: number, ...imports: string[]): Module => ({
  id,
  size,
  imports,
  isEntry: id.startsWith('page'),
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
