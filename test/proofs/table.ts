export type Proof = {
  /** What is proved, as a sentence. */
  name: string
  files: string[]
}

/** All proofs that `npm run proofs` runs in the long form. Each race has a positive control in the same file. */
export const proofs: readonly Proof[] = [
  {
    name: 'Of many who want the last places exactly as many win as there are places',
    files: ['test/proofs/places.proof.ts', 'server/bookings/life/races.db.test.ts'],
  },
  {
    name: 'One key has one effect, also after a restart',
    files: ['test/proofs/keys.proof.ts', 'server/kernel/http/idempotency.db.test.ts'],
  },
  {
    name: 'Killing the server or its database loses and doubles nothing',
    files: ['test/proofs/kill.proof.ts'],
  },
  {
    name: 'A machine that loses its data folder is restored with everything that was archived',
    files: ['test/proofs/restore.proof.ts'],
  },
  {
    name: 'The recipe for a PostgreSQL of your own restores the chosen moment, with its photos and nothing later',
    files: ['test/proofs/own-postgres.proof.ts'],
  },
  {
    name: 'Several servers and a replica show everybody their own changes, and nobody old ones for long',
    files: ['test/proofs/machines.proof.ts'],
  },
  {
    name: 'A cache in front of the server stores nothing personal, shows every change at once, and bridges an outage',
    files: ['test/proofs/cdn.proof.ts'],
  },
  {
    name: 'Servers that start at once found one world, and one that is stopped ends what has begun',
    files: ['test/proofs/start-stop.proof.ts'],
  },
  {
    name: 'A worker that was away does everything once and in order, and pays once',
    files: ['test/proofs/worker.proof.ts'],
  },
  {
    name: 'A mail server that is away for half an hour costs no mail, and nobody gets one twice',
    files: ['test/proofs/mail.proof.ts', 'server/kernel/mail/mail.db.test.ts'],
  },
  {
    name: 'Clients whose connections are cut every two seconds lose no message and get none twice, from two servers',
    files: ['test/proofs/live.proof.ts', 'server/kernel/live/live.db.test.ts'],
  },
  {
    name: 'Words about a payment may come in any order, often and late: the money is the same',
    files: [
      'server/payments/webhooks.db.test.ts',
      'server/payments/extra-orders.db.test.ts',
      'server/payments/late-charge-orders.db.test.ts',
      'server/payments/stripe.db.test.ts',
    ],
  },
  {
    name: 'Prices, refunds and instants do not depend on the time zone of the server',
    files: ['test/proofs/zones.proof.ts'],
  },
  {
    name: 'A search gives exactly whom the rules allow, at the price of the quote, and its pages skip and repeat nobody',
    files: [
      'server/search/find.db.test.ts',
      'server/search/pages.db.test.ts',
      'server/search/order.db.test.ts',
    ],
  },
]
