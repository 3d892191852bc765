import { readFile } from 'node:fs/promises'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

type Scope = { within?: string; rules?: readonly string[] }

const axe = readFile('node_modules/axe-core/axe.min.js', 'utf8')

/** Loads axe into the frames of the page that do not have it yet. */
async function loadAxe(page: Page): Promise<void> {
  for (const frame of page.frames())
    if (await frame.evaluate(() => !('axe' in window))) await frame.evaluate(await axe)
}

/**
 * Accessibility problems of any impact that axe finds in the open page, each with its element. Axe describes only what
 * fails and does not look into third-party frames, which takes a third of the time and finds the same problems here.
 */
export async function findBarriers(page: Page, { within, rules }: Scope = {}): Promise<string[]> {
  await loadAxe(page)
  // The builder would send its own 1.5 MB of source twice for each analysis; the empty string would be replaced by it.
  const builder = new AxeBuilder({ page, axeSource: ' ' })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
  if (within) builder.include(within)
  if (rules) builder.withRules([...rules])
  const { violations } = await builder.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${html} ${any[0]?.message ?? ''}`),
  )
}
