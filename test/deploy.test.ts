import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { readConfig, variables } from '#server/config/config.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const manifests = globSync('deploy/{docker,kubernetes,prometheus}/**/*.{yml,yaml}').sort()
const documentsOf = (file: string): unknown[] =>
  parseAllDocuments(read(file)).map((document) => {
    expect([file, document.errors]).toEqual([file, []])
    return document.toJS()
  })

const Texts = z.record(z.string(), z.string())
const Container = z.object({
  env: z.array(z.object({ name: z.string(), value: z.string() })),
  readinessProbe: z.object({ httpGet: z.object({ path: z.string() }) }),
  livenessProbe: z.object({ httpGet: z.object({ path: z.string() }) }),
  securityContext: z.object({
    readOnlyRootFilesystem: z.literal(true),
    allowPrivilegeEscalation: z.literal(false),
    capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
  }),
})
const Deployment = z.object({
  kind: z.literal('Deployment'),
  spec: z.object({
    template: z.object({
      spec: z.object({
        terminationGracePeriodSeconds: z.number(),
        securityContext: z.object({ runAsNonRoot: z.literal(true), runAsUser: z.number().min(1) }),
        containers: z.array(Container),
      }),
    }),
  }),
})
const Settings = z.object({
  kind: z.enum(['ConfigMap', 'Secret']),
  data: Texts.optional(),
  stringData: Texts.optional(),
})
const Compose = z.object({
  services: z.looseObject({
    server: z.object({ image: z.string(), environment: Texts, volumes: z.array(z.string()) }),
    caddy: z.object({ networks: z.array(z.string()) }),
  }),
  networks: z.record(z.string(), z.looseObject({ enable_ipv6: z.boolean().optional() }).nullable()),
})

const kubernetes = globSync('deploy/kubernetes/*.yaml').flatMap(documentsOf)
const pods = kubernetes.flatMap((one) => {
  const read = Deployment.safeParse(one)
  return read.success ? [read.data.spec.template.spec] : []
})
const settings = kubernetes.flatMap((one) => {
  const { data, stringData } = Settings.safeParse(one).data ?? {}
  return Object.entries({ ...data, ...stringData })
})
const compose = Compose.parse(parse(read('deploy/docker/compose.yaml')))

/** The variables that each file gives to the server. */
const given: Record<string, string[]> = {
  'deploy/sitwell.env.example': [...read('deploy/sitwell.env.example').matchAll(/^([A-Z\d_]+)=/gm)].map(
    ([, name]) => name!,
  ),
  'deploy/docker/compose.yaml': Object.keys(compose.services.server.environment),
  'deploy/docker/Dockerfile': [
    ...(/^ENV (.*)$/m.exec(read('deploy/docker/Dockerfile'))?.[1] ?? '').matchAll(/([A-Z_]+)=/g),
  ].map(([, name]) => name!),
  'deploy/kubernetes': [
    ...settings.map(([name]) => name),
    ...pods.flatMap(({ containers }) => containers.flatMap(({ env }) => env.map(({ name }) => name))),
  ],
  'deploy/systemd/sitwell.service': [
    ...(/^Environment=(.*)$/m.exec(read('deploy/systemd/sitwell.service'))?.[1] ?? '').matchAll(
      /([A-Z_]+)=/g,
    ),
  ].map(([, name]) => name!),
  'deploy/release/sitwell': [...read('deploy/release/sitwell').matchAll(/^ *export ([A-Z_]+)$/gm)].map(
    ([, name]) => name!,
  ),
}

test.each(Object.entries(given))('%s sets only variables that the server reads', (_, names) => {
  expect(names.length).toBeGreaterThan(0)
  expect(names.filter((name) => !Object.hasOwn(variables, name))).toEqual([])
})

test('systemd does not start a server again whose settings have a mistake', () => {
  const [, status] = /^RestartPreventExitStatus=(\d+)$/m.exec(read('deploy/systemd/sitwell.service'))!
  const started = spawnSync(process.execPath, ['scripts/start.ts'], {
    env: { NODE_ENV: 'production', PORT: 'x' },
    encoding: 'utf8',
  })
  expect(started).toMatchObject({
    status: Number(status),
    stderr: expect.stringContaining('PORT: ') as unknown,
  })
})

test('all manifests are valid YAML, and each names the kind of thing that it describes', () => {
  expect(manifests.length).toBeGreaterThan(9)
  expect(manifests.flatMap(documentsOf).every((one) => typeof one === 'object' && one !== null)).toBe(true)
  const kinds = kubernetes.map((one) => z.object({ kind: z.string() }).parse(one).kind)
  expect(new Set(kinds)).toEqual(
    new Set([
      'ConfigMap',
      'Deployment',
      'Ingress',
      'Kustomization',
      'Namespace',
      'PodDisruptionBudget',
      'Secret',
      'Service',
    ]),
  )
})

test('the pods run without rights, and Kubernetes asks them what the documentation says', () => {
  expect(pods).toHaveLength(2)
  const { STOP_DELAY_SECONDS: delay } = Object.fromEntries(settings)
  for (const { containers, terminationGracePeriodSeconds } of pods) {
    expect(containers.map(({ livenessProbe }) => livenessProbe.httpGet.path)).toEqual(['/healthz'])
    expect(containers.map(({ readinessProbe }) => readinessProbe.httpGet.path)).toEqual([
      '/readyz?exclude=database',
    ])
    // The server takes up to 8 seconds after the delay, and workers give their jobs back.
    expect(terminationGracePeriodSeconds).toBeGreaterThanOrEqual(Number(delay) + 30)
  }
})

test('every file names the image of this version, and all run the server as the same user', () => {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(read('package.json')))
  expect(compose.services.server.image).toBe(`sitwell:${version}`)
  expect(read('deploy/kubernetes/kustomization.yaml')).toContain(`newTag: ${version}\n`)
  const user = /^USER (\d+):/m.exec(read('deploy/docker/Dockerfile'))![1]
  for (const file of ['web', 'worker'])
    expect(read(`deploy/kubernetes/${file}.yaml`)).toContain(`runAsUser: ${user}\n`)
})

test('the files that compose.yaml mounts exist', () => {
  const mounts = [...read('deploy/docker/compose.yaml').matchAll(/^ +- (\.[\w./-]+):\//gm)].map(
    ([, path]) => path!,
  )
  expect(mounts.length).toBeGreaterThan(4)
  expect(mounts.filter((path) => globSync(path, { cwd: 'deploy/docker' }).length === 0)).toEqual([])
})

test('the server may write to each volume that compose.yaml mounts into it', () => {
  const [, made] = /install --directory --owner sitwell --group sitwell --mode 700 (.+)$/m.exec(
    read('deploy/docker/Dockerfile'),
  )!
  const mounted = compose.services.server.volumes.map((volume) => volume.split(':')[1])
  expect(made!.split(' ').sort()).toEqual(mounted.sort())
})

test('compose.yaml lets backups go to a bucket, and says what is missing in .env', () => {
  expect(compose.services.server.environment['BACKUP_DIR']).toBe('${BACKUP_DIR-/backups}')
  const bucket = {
    BACKUP_S3_ENDPOINT: 'https://s3.example.org',
    BACKUP_S3_BUCKET: 'sitwell-backups',
    BACKUP_S3_ACCESS_KEY_ID: 'key',
    BACKUP_S3_SECRET_ACCESS_KEY: 'secret',
  }
  expect(readConfig({ ...bucket, BACKUP_DIR: '' }, '/').backup.destination).toMatchObject({
    s3: { bucket: 'sitwell-backups' },
  })
  expect(read('deploy/docker/compose.yaml')).not.toMatch(/\$\{[A-Z_]+:?\?\}/)
})

test('the address of a client that arrives by IPv6 reaches Caddy', () => {
  for (const network of compose.services.caddy.networks)
    expect([network, compose.networks[network]?.enable_ipv6]).toEqual([network, true])
})
