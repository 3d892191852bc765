import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Installs what tests need with the system's package manager, where it has apt and the rights; nothing is started. */
export function installPackages(...names: string[]): void {
  if (!existsSync('/usr/bin/apt-get')) return
  const isRoot = process.getuid?.() === 0
  // With this run level the scripts of a package start no service.
  const apt = ['env', 'RUNLEVEL=1', 'DEBIAN_FRONTEND=noninteractive', 'apt-get']
  const run = (...args: string[]) => {
    const [program, ...rest] = [...(isRoot ? [] : ['sudo', '-n']), ...apt, ...args]
    spawnSync(program!, rest, { stdio: 'inherit' })
  }
  run('update', '-qq')
  run('install', '-y', '-qq', '--no-install-recommends', ...names)
}
