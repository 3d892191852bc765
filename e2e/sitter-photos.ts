import { expect } from '@playwright/test'
import sharp from 'sharp'
import { UploadedFile } from '#contract/files/files.ts'
import { Sitter } from '#contract/sitters/sitters.ts'
import { as, type Person } from './people.ts'

/** A room with a wall of this colour. */
const room = (wall: string) =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600">
      <rect width="100%" height="420" fill="${wall}"/><rect y="420" width="100%" height="180" fill="#8a6a48"/>
      <rect x="470" y="90" width="190" height="200" fill="#dfeaf0"/><ellipse cx="270" cy="470" rx="150" ry="70" fill="#f4efe6"/>
      </svg>`),
  )
    .jpeg()
    .toBuffer()

async function upload(person: Person, content: Buffer): Promise<string> {
  const files = as(person, UploadedFile)
  const { id } = await files.post('/v1/files', { kind: 'sitter', type: 'image/jpeg', bytes: content.length })
  const sent = await fetch(`${process.env['BASE_URL']!}/v1/files/${id}/parts/0`, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream', authorization: `Bearer ${person.token}` },
    body: new Uint8Array(content),
  })
  expect(sent.status).toBe(200)
  await expect.poll(async () => (await files.get(`/v1/files/${id}`)).state).toBe('ready')
  return id
}

/** Gives the sitter these photos through the same calls as the browser: one room for each colour. */
export async function addPhotos(person: Person, { id }: { id: string }, walls: readonly string[]) {
  const fileIds = await Promise.all(walls.map(async (wall) => upload(person, await room(wall))))
  return as(person, Sitter).put(`/v1/sitters/${id}/photos`, { fileIds })
}
