import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import { openWorkFolder } from '#test/work-folder.ts'
import { listenLocally } from '#test/listen.ts'
import { runProduct } from './product.ts'
import { archiveOf, rasterTile, vectorTile } from './tiles.ts'

export const pictureColour = [176, 62, 118] as const

/** The same marketplace, configured with an operator's own tiles. */
type Sites = {
  /** With vector tiles in a local archive. */
  archive: string
  /** With raster tiles from another server. */
  pictures: string
  /** Host of the raster tile server. */
  tileHost: string
}

/** Serves the same image for every tile to pages of any origin, as public tile servers do. */
async function openTileServer() {
  const tile = rasterTile(pictureColour)
  const server = createServer(({ url = '' }, response) => {
    const isTile = /^\/\d+\/\d+\/\d+\.png$/.test(url)
    response
      .writeHead(isTile ? 200 : 404, { 'content-type': 'image/png', 'access-control-allow-origin': '*' })
      .end(isTile ? tile : undefined)
  })
  const port = await listenLocally(server)
  return { host: `127.0.0.1:${port}`, close: () => server.close() }
}

/** Two more web servers on the database of the product under test, whose first server runs the background jobs. */
async function openSites(): Promise<Sites & { close: () => Promise<void> }> {
  const [{ folder, remove }, tileServer] = await Promise.all([openWorkFolder(), openTileServer()])
  writeFileSync(join(folder, 'town.pmtiles'), archiveOf(vectorTile, 9))
  const open = (tiles: Record<string, string>) =>
    runProduct({
      DEMO: 'off',
      SERVICES: 'web',
      DATABASE_URL: process.env['DATABASE_URL']!,
      MAP_ATTRIBUTION: '© Somebody who draws maps',
      ...tiles,
    })
  const [archive, pictures] = await Promise.all([
    open({ MAP_TILES_FILE: join(folder, 'town.pmtiles') }),
    open({
      MAP_TILES_URL: `http://${tileServer.host}/{z}/{x}/{y}.png`,
      MAP_TILES_MAX_ZOOM: '9',
      MAP_ATTRIBUTION_URL: 'https://maps.example.org/',
    }),
  ])
  const close = async () => {
    await Promise.all([archive.close(), pictures.close()])
    tileServer.close()
    await remove()
  }
  return { archive: archive.url, pictures: pictures.url, tileHost: tileServer.host, close }
}

export const test = base.extend<object, { sites: Sites }>({
  sites: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from it
    async ({}, use) => {
      const { close, ...sites } = await openSites()
      await use(sites)
      await close()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})
