import { createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Mailbox } from '#server/kernel/outside/imap.ts'
import { listenLocally } from '#test/listen.ts'

type StoredMessage = { uid: number; source: string; isSeen: boolean }

type State = { uidValidity: number; messages: StoredMessage[] }
type Answer = { lines?: (string | Buffer)[]; result: string }

const indexOf = ({ messages }: State, uid: number) => messages.findIndex((one) => one.uid === uid)

function fetch(state: State, uid: number, items: string): Answer {
  const message = state.messages[indexOf(state, uid)]
  if (!message) return { result: 'OK done' }
  const most = Number(/<0\.(\d+)>/.exec(items)?.[1] ?? Infinity)
  const bytes = Buffer.from(message.source).subarray(0, most)
  const head = `* ${indexOf(state, uid) + 1} FETCH (UID ${uid} BODY[]${items.includes('<') ? '<0>' : ''} {${bytes.length}}\r\n`
  return { lines: [Buffer.concat([Buffer.from(head), bytes, Buffer.from(')\r\n')])], result: 'OK done' }
}

const select = (state: State): Answer => ({
  lines: [
    '* FLAGS (\\Seen \\Answered)',
    `* ${state.messages.length} EXISTS`,
    '* 0 RECENT',
    `* OK [UIDVALIDITY ${state.uidValidity}] valid`,
    `* OK [UIDNEXT ${(state.messages.at(-1)?.uid ?? 0) + 1}] next`,
    '* OK [PERMANENTFLAGS (\\Seen)] kept',
  ],
  result: 'OK [READ-WRITE] done',
})

function inFolder(state: State, line: string): Answer {
  const [, command, uid, rest = ''] = /^UID (\w+) (?:UID )?(\d+)\S*(.*)$/i.exec(line) ?? []
  if (command?.toUpperCase() === 'FETCH') return fetch(state, Number(uid), rest)
  if (command?.toUpperCase() === 'STORE') {
    const message = state.messages[indexOf(state, Number(uid))]
    if (message && rest.includes('\\Seen')) message.isSeen = true
    return { result: 'OK done' }
  }
  const last = state.messages.at(-1)?.uid
  const found = state.messages.map((one) => one.uid).filter((one) => one >= Number(uid) || one === last)
  return { lines: [`* SEARCH ${found.join(' ')}`.trim()], result: 'OK done' }
}

/** Splits what a client sends into lines, and sends what `answer` says. */
function serve(socket: Socket, answer: (line: string) => Answer): void {
  let waiting = ''
  socket.on('error', () => {})
  socket.write('* OK [CAPABILITY IMAP4rev1] ready\r\n')
  socket.on('data', (bytes) => {
    waiting += bytes.toString()
    for (let end = waiting.indexOf('\r\n'); end >= 0; end = waiting.indexOf('\r\n')) {
      const [, tag = '*', line = ''] = /^(\S+) (.*)$/.exec(waiting.slice(0, end)) ?? []
      waiting = waiting.slice(end + 2)
      const { lines = [], result } = answer(line)
      for (const one of lines) socket.write(typeof one === 'string' ? `${one}\r\n` : one)
      socket.write(`${tag} ${result}\r\n`)
    }
  })
}

/** A small IMAP server (RFC 3501) with one folder, until the end of the test. */
export async function startImap({ password = 'a password' } = {}) {
  const state: State = { uidValidity: 7, messages: [] }

  function answer(line: string): Answer {
    if (/^CAPABILITY/i.test(line)) return { lines: ['* CAPABILITY IMAP4rev1'], result: 'OK done' }
    if (/^LOGIN/i.test(line)) {
      return {
        result: line.endsWith(`"${password}"`) ? 'OK signed in' : 'NO [AUTHENTICATIONFAILED] Wrong password',
      }
    }
    if (/^(LIST|LSUB)/i.test(line)) return { lines: ['* LIST (\\Noselect) "/" ""'], result: 'OK done' }
    if (/^SELECT "?INBOX"?$/i.test(line)) return select(state)
    if (/^SELECT/i.test(line)) return { result: 'NO There is no such folder' }
    if (/^UID/i.test(line)) return inFolder(state, line)
    return { result: 'OK done' }
  }

  const server = createServer((socket) => serve(socket, answer))
  const port = await listenLocally(server)
  onTestFinished(() => void server.close())
  const mailbox: Mailbox = {
    host: '127.0.0.1',
    port,
    isSecure: false,
    user: 'reports',
    password,
    folder: 'INBOX',
  }
  return {
    state,
    mailbox,
    deliver: (source: string) =>
      void state.messages.push({ uid: (state.messages.at(-1)?.uid ?? 0) + 1, source, isSeen: false }),
  }
}
