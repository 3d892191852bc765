import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Installs test dependencies with apt, if it exists and the rights suffice; starts no services. */
export function installPackages(...names: string[]): void {
  if (!existsSync('/usr/bin/apt-get')) return
  const isRoot = process.getuid?.() === 0
  // With this run level, a package's scripts start no service.
  const apt = ['env', 'RUNLEVEL=1', 'DEBIAN_FRONTEND=noninteractive', 'apt-get']
  const run = (...args: string[]) => {
    const [program, ...rest] = [...(isRoot ? [] : ['sudo', '-n']), ...apt, ...args]
    spawnSync(program!, rest, { stdio: 'inherit' })
  }
  run('update', '-qq')
  run('install', '-y', '-qq', '--no-install-recommends', ...names)
}
