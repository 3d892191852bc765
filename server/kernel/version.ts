import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** A release states in its package.json how its commands are called (`scripts/release.ts`). */
const Package = z.object({ version: z.string(), operatorCommand: z.string().default('npm run operator --') })

export const readInstallation = (packageJson: string) => Package.parse(JSON.parse(packageJson))

const installation = readInstallation(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

/** The version of this installation. */
export const { version } = installation

/** Returns how a command of the operator is called in this installation, for sentences that say what to do. */
export const operatorCommand = (words: string): string => `${installation.operatorCommand} ${words}`
