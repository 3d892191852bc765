import { backups, verification, wal } from '#server/doctor/backups.ts'
import type { Check } from '#server/doctor/check.ts'
import { clock } from '#server/doctor/clock.ts'
import { database, migrations, replicas, secret } from '#server/doctor/database.ts'
import { disk } from '#server/doctor/disk.ts'
import { mailServer, reports } from '#server/doctor/mail.ts'
import { payments, webhook } from '#server/doctor/payments.ts'
import { address, certificate, https, proxy } from '#server/doctor/public-address.ts'
import { push } from '#server/doctor/push.ts'
import { dkim, dmarc, spf } from '#server/doctor/sender-domain.ts'
import { settings } from '#server/doctor/settings.ts'
import { backupStorage, storage } from '#server/doctor/storage.ts'
import { worker } from '#server/doctor/worker.ts'

/** Every check of an installation, in the order in which the findings are shown. */
export const checks: readonly Check[] = [
  { name: 'settings', needs: 'nothing', run: settings },
  { name: 'database', needs: 'nothing', run: database },
  { name: 'migrations', needs: 'database', run: migrations },
  { name: 'secret', needs: 'database', run: secret },
  { name: 'replicas', needs: 'database', run: replicas },
  { name: 'worker', needs: 'database', run: worker },
  { name: 'clock', needs: 'database', run: clock },
  { name: 'disk', needs: 'settings', run: disk },
  { name: 'storage', needs: 'settings', run: storage },
  { name: 'mail', needs: 'settings', run: mailServer, withinSeconds: 30 },
  { name: 'reports', needs: 'settings', run: reports, withinSeconds: 30 },
  { name: 'spf', needs: 'settings', run: spf },
  { name: 'dkim', needs: 'settings', run: dkim },
  { name: 'dmarc', needs: 'settings', run: dmarc },
  { name: 'address', needs: 'settings', run: address },
  { name: 'proxy', needs: 'settings', run: proxy },
  { name: 'https', needs: 'settings', run: https },
  { name: 'certificate', needs: 'settings', run: certificate },
  { name: 'payments', needs: 'settings', run: payments, withinSeconds: 20 },
  { name: 'webhook', needs: 'settings', run: webhook, withinSeconds: 20 },
  { name: 'backup', needs: 'database', run: backups },
  { name: 'backup-storage', needs: 'settings', run: backupStorage },
  { name: 'verification', needs: 'database', run: verification },
  { name: 'wal', needs: 'database', run: wal },
  { name: 'push', needs: 'database', run: push },
]
