import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openFileStore } from '#platform/media/open-file-store.ts'
import { readConfig } from '#server/settings.ts'
import { plaudit, type Server, serverFlags, startServer } from '#test/support/server-process.ts'
import { atMost, type Figure, plain } from './figure.ts'

const photoBytes = 60_000
const root = fileURLToPath(new URL('..', import.meta.url))

/** Measures the archive of a large space, written and read by the command line beside a running server. */
export async function measureArchive(testimonials = 100_000, photos = 10_000): Promise<Figure[]> {
	const folder = await mkdtemp(join(tmpdir(), 'plaudit-bench-'))
	const from = await startServer({ RATE_LIMITS: 'off' })
	const to = await startServer({ RATE_LIMITS: 'off' })
	try {
		await plaudit(from, ['seed', '--testimonials', '1', '--json'])
		await plaudit(from, ['seed', '--testimonials', String(testimonials), '--json'])
		const slug = `fernhill-${testimonials}`
		await addPhotos(from, folder, slug, photos)
		await plaudit(to, ['user', 'create', '--email', 'maren@fernhill.example', '--json'])

		const [small, large] = [join(folder, 'small.zip'), join(folder, 'large.zip')]
		const idleOut = await measure(from, ['export', '--space', 'fernhill-1', '--out', small])
		const out = await measure(from, ['export', '--space', slug, '--out', large])
		const { size } = await stat(large)
		const idleIn = await measure(to, ['import', small])
		const back = await measure(to, ['import', large])
		const MiB = size / 1024 ** 2
		return [
			plain(`archive of ${testimonials} testimonials and ${photos} photos`, MiB, 'MiB'),
			plain('written and checked', out.seconds, 's'),
			plain('rate', MiB / out.seconds, 'MiB/s'),
			atMost('peak memory above that of a small space, out', out.peak - idleOut.peak, 'MiB', 64),
			plain('read into another installation', back.seconds, 's'),
			plain('rate', testimonials / back.seconds, 'rows/s'),
			atMost('peak memory above that of a small space, in', back.peak - idleIn.peak, 'MiB', 64),
		]
	} finally {
		await from.stop()
		await to.stop()
		await rm(folder, { recursive: true, force: true })
	}
}

/** Stores photos for the first testimonials of a space, with bytes that do not compress. */
async function addPhotos(server: Server, folder: string, slug: string, count: number): Promise<void> {
	const { config } = readConfig({ DATA_DIR: server.dataDir })
	const files = openFileStore(config)
	const rows: string[] = []
	for (let n = 0; n < count; n++) {
		const { version } = await files.put([randomBytes(photoBytes)], photoBytes)
		rows.push(`(${n + 1}, '${randomUUID()}', '${version}')`)
	}
	const script = join(folder, 'photos.sql')
	await writeFile(
		script,
		`create temp table given (n int, id uuid, version text);
		${rows.length > 0 ? `insert into given values ${rows.join(',\n')};` : ''}
		create temp table photos as
			select t.space_id, t.id as testimonial, g.id, g.version, format('%s/%s/%s.jpg', t.space_id, t.id, g.id) as path
			from (select x.*, row_number() over (order by x.id) as n from public.testimonials x
				join public.forms f on f.id = x.form_id where f.slug = '${slug}') t
			join given g on g.n = t.n;
		insert into storage.objects (bucket_id, name, version, metadata)
			select 'photos', path, version, jsonb_build_object('size', ${photoBytes}, 'mimetype', 'image/jpeg') from photos;
		insert into public.media (id, space_id, testimonial_id, kind, path, mime, bytes, width, height, state)
			select id, space_id, testimonial, 'photo', path, 'image/jpeg', ${photoBytes}, 640, 480, 'ready' from photos;`,
	)
	await plaudit(server, ['sql', '-f', script])
}

/** Runs the command line. @returns its time, and its largest resident memory in MiB */
async function measure(server: Server, args: string[]): Promise<{ seconds: number; peak: number }> {
	const env = { ...process.env, DATA_DIR: server.dataDir, SITE_URL: server.url, PORT: new URL(server.url).port }
	const started = performance.now()
	const child = spawn('node', [...serverFlags, 'src/cli/main.ts', ...args], { cwd: root, env })
	let errors = ''
	child.stderr.on('data', (chunk) => {
		errors += chunk
	})
	let peak = 0
	const read = async () => {
		const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
		peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
	}
	const timer = setInterval(read, 100)
	const code = await new Promise((resolve) => child.on('close', resolve))
	clearInterval(timer)
	if (code !== 0) throw new Error(`plaudit ${args.join(' ')} ended with ${code}: ${errors}`)
	return { seconds: (performance.now() - started) / 1000, peak }
}
