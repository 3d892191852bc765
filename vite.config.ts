import { readFileSync } from 'node:fs'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { z } from 'zod'
import { chunkGroups } from './scripts/chunks.ts'
import { headingFont } from './scripts/heading-font.ts'
import { joinFiles } from './scripts/join-files.ts'
import { landFiles } from './scripts/land-files.ts'
import { softwareList } from './scripts/software.ts'

const chunks = chunkGroups()
const { dependencies } = z
  .object({ dependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))
/** The server build imports these at start; all other packages become part of it. */
const serverPackages = Object.keys(dependencies)

export default defineConfig({
  plugins: [
    tailwindcss(),
    reactRouter(),
    headingFont(),
    softwareList(),
    landFiles(),
    chunks.plugin,
    joinFiles('build/client'),
  ],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    manifest: true,
  },
  environments: {
    ssr: { resolve: { noExternal: true, external: serverPackages } },
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunks.groups } } } } },
  },
  server: { fs: { strict: true } },
})
