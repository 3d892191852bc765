import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import { onTestFinished } from 'vitest'
import { listenLocally } from '#test/listen.ts'

/** For 127.0.0.1 and localhost, from 2000 to the end of 2099, signed by itself. */
export const peerCertificate = `-----BEGIN CERTIFICATE-----
MIIBZjCCAQ2gAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwIBcNMDAwMTAxMDAwMDAwWhgPMjA5OTEyMzEyMzU5NTlaMBQxEjAQBgNVBAMM
CWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABP2RVpgrfhWUR1At
NioDDQXODlARbguFcDSEpt4r94idvFUnhBNubzd4iqOZgDQGPxQIasmgkbdHdZu0
Nf5qXICjTjBMMA8GA1UdEwEB/wQFMAMBAf8wGgYDVR0RBBMwEYcEfwAAAYIJbG9j
YWxob3N0MB0GA1UdDgQWBBTP7D5YVfZv1cPvwPuxifu5NGkl8jAKBggqhkjOPQQD
AgNHADBEAiB8U5u/ITy2Bj/BtZR+nKFsbaWD8bvajhQzday7IDCXqAIgfWcLEPmJ
zbVeSpGzVSoewGX7ZNj8sSTwJjpg2oMZfWE=
-----END CERTIFICATE-----
`
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQghHE5HAws/r6riQZT
FdufQOzb6Ag5udKH5uxvXGCdLNGhRANCAAT9kVaYK34VlEdQLTYqAw0Fzg5QEW4L
hXA0hKbeK/eInbxVJ4QTbm83eIqjmYA0Bj8UCGrJoJG3R3WbtDX+alyA
-----END PRIVATE KEY-----
`

/** A server with TLS until the end of the test; returns its address. */
export async function startTlsServer(answer: RequestListener): Promise<string> {
  const server = createServer({ key, cert: peerCertificate }, answer)
  const port = await listenLocally(server)
  onTestFinished(() => void server.close())
  return `https://127.0.0.1:${port}`
}
