import { renderChart, type Values } from './chart.js';
import { LARGE, SMALL, jobOf, pick, podOf } from './examples.js';

/** From where a CronJob takes the owner's credentials: the Secret of the migration is gone when it runs. */
const OWNER = ['shop-secrets', 'shop-owner-secrets', 'owner'];

test('backups are made where values ask for it, one at a time, with the owner’s credentials and the pictures read-only', () => {
  const manifests = renderChart(LARGE);
  const cron = pick(manifests, 'CronJob', 'backup');
  const { containers, volumes } = podOf(jobOf(cron));

  expect(cron.spec).toMatchObject({ schedule: '30 2 * * *', concurrencyPolicy: 'Forbid' });
  expect(jobOf(cron).spec).toMatchObject({ activeDeadlineSeconds: 7_200, backoffLimit: 2 });
  expect(containers[0].command.slice(1).join(' ')).toBe('dist/backend/src/commands/backup.js --into /backups --keep 7');
  expect(containers[0].envFrom.slice(1).map(({ secretRef }) => secretRef?.name)).toEqual(OWNER);
  expect(volumes.slice(1)).toEqual([
    { name: 'backups', persistentVolumeClaim: { claimName: 'backups' } },
    { name: 'data', persistentVolumeClaim: { claimName: 'shop-media' } },
  ]);
  expect(containers[0].volumeMounts.slice(1)).toEqual([
    { name: 'backups', mountPath: '/backups' },
    { name: 'data', mountPath: '/data', readOnly: true },
  ]);
  expect(() => renderChart({ ...SMALL, backup: { enabled: true } })).toThrow('backup.claim');
});

test('a rehearsal of the restore runs where values ask for it, with the owner’s credentials and the backups read-only', () => {
  const cron = pick(renderChart(LARGE), 'CronJob', 'rehearsal');
  const { containers, volumes } = podOf(jobOf(cron));

  expect(cron.spec).toMatchObject({ schedule: '0 4 1 * *', concurrencyPolicy: 'Forbid' });
  expect(jobOf(cron).spec).toMatchObject({ activeDeadlineSeconds: 21_600, backoffLimit: 0 });
  expect(containers[0].command.slice(1).join(' ')).toBe(
    'dist/backend/src/commands/restore.js --rehearsal --from /backups --max-age 50',
  );
  expect(containers[0].envFrom.slice(1).map(({ secretRef }) => secretRef?.name)).toEqual(OWNER);
  expect(volumes[1]).toEqual({ name: 'backups', persistentVolumeClaim: { claimName: 'backups', readOnly: true } });
  expect(() => renderChart({ ...SMALL, rehearsal: { enabled: true } })).toThrow('rehearsal.claim');
});

test('the credentials of the owner stay for the CronJobs, and for them alone', () => {
  const owner = { DATABASE_URL: 'postgres://owner@db/may' };
  const named = (values: Values) => renderChart(values).map(({ kind, metadata }) => `${kind} ${metadata.name}`);
  const { migration } = LARGE;

  expect(pick(renderChart(LARGE), 'Secret', 'owner-secrets').stringData).toEqual(owner);
  for (const name of ['backup', 'rehearsal'])
    expect(named({ ...SMALL, migration, [name]: { enabled: true, claim: 'other' } })).toEqual(
      expect.arrayContaining([`CronJob shop-${name}`, 'Secret shop-owner-secrets']),
    );
  expect(named({ ...SMALL, migration }).join()).not.toMatch(/CronJob|owner-secrets/);
});
