import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFile, chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { makeSpace } from '#test/support/product/make-space.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { plaudit, startServer } from '#test/support/server-process.ts'

/**
 * Fills the disk under a running server, on a tmpfs of its own, so it needs root. Run: `node tools/outages/full-disk.ts`.
 * Exits 1 when a response names a path, is 500, lacks Retry-After or leaves a file; when /ready stays 200; or when
 * reads fail.
 */
const { values } = parseArgs({ options: { floor: { type: 'string', default: '0' } } })
const mount = await mkdtemp(join(tmpdir(), 'plaudit-disk-'))
execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=700m', 'tmpfs', mount])
await chmod(mount, 0o777)
process.env.TMPDIR = mount
const problems: string[] = []
const seen: Record<string, string> = {}
try {
	await run()
} finally {
	execFileSync('umount', [mount])
	await rm(mount, { recursive: true })
}
console.log(JSON.stringify({ seen, problems }, null, '\t'))
process.exit(problems.length > 0 ? 1 : 0)

async function run(): Promise<void> {
	const settings = { RATE_LIMITS: 'off', MIN_FREE_DISK_MB: values.floor, LOG_LEVEL: 'error' }
	const server = await startServer(settings)
	try {
		await check(server)
	} finally {
		await server.stop()
	}
}

async function check(server: Awaited<ReturnType<typeof startServer>>): Promise<void> {
	const { url } = server
	const space = await makeSpace(url)
	const { serviceRoleKey, anonKey } = JSON.parse(await plaudit(server, ['keys', '--json']))
	const admin = createClient(url, serviceRoleKey)
	await admin.storage.createBucket('disk', { public: true })
	await admin.storage.from('disk').upload('there', 'there', { contentType: 'text/plain' })
	const link = (await admin.storage.from('disk').createSignedUploadUrl('by-link')).data?.token
	const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
	const jpeg = new Uint8Array(await picture.jpeg().toBuffer())
	const key = { authorization: `Bearer ${serviceRoleKey}`, 'content-type': 'text/plain' }
	const large = new Uint8Array(2_000_000)
	const store = join(server.dataDir, 'storage')
	const countFiles = async () =>
		(await readdir(store, { recursive: true, withFileTypes: true })).filter((one) => one.isFile()).length

	const filler = join(mount, 'filler')
	const fill = async () => {
		for (const size of [1 << 20, 4096])
			for (;;)
				try {
					await appendFile(filler, Buffer.alloc(size, 1))
				} catch {
					break
				}
	}
	const before = await countFiles()
	await fill()

	const photo = new FormData()
	const fields = { form: space.slug, kind: 'photo', body: 'Look.', name: 'Ines', consent: 'yes' }
	for (const [name, value] of Object.entries({ ...fields, scope: 'public' })) photo.set(name, value)
	photo.set('photo', new Blob([jpeg], { type: 'image/jpeg' }), 'a.jpg')
	const form = new FormData()
	form.set('', new Blob([large]), 'a')
	const tus = {
		...key,
		'tus-resumable': '1.0.0',
		'upload-length': '5000000',
		'upload-metadata': `bucketName ${btoa('disk')},objectName ${btoa('pieces')}`,
	}
	const json = { apikey: anonKey, 'content-type': 'application/json' }
	const post = (path: string, body: BodyInit, headers: Record<string, string>, method = 'POST') =>
		fetch(url + path, { method, body, headers })
	const writes: Record<string, () => Promise<Response>> = {
		upload: () => post('/storage/v1/object/disk/a', large, key),
		'upload as a form': () => post('/storage/v1/object/disk/a', form, { authorization: key.authorization }),
		'upload by link': () => post(`/storage/v1/object/upload/sign/disk/by-link?token=${link}`, large, key, 'PUT'),
		'upload in pieces': async () => {
			const made = await post('/storage/v1/upload/resumable', '', tus)
			const at = made.headers.get('location')
			if (!at) return made
			const headers = {
				...tus,
				'content-type': 'application/offset+octet-stream',
				'upload-offset': '0',
			}
			const sent = await fetch(at, { method: 'PATCH', body: large, headers })
			await fetch(at, { method: 'DELETE', headers })
			return sent
		},
		submission: () =>
			untilRefused(() => {
				const words = JSON.stringify(submissionBody(space, { body: noise(3000) }))
				return post('/functions/v1/submit', words, { 'content-type': 'application/json' })
			}),
		'submission with a photo': () => post('/functions/v1/submit', photo, { accept: 'application/json' }),
		'sign-up': () =>
			untilRefused(() => {
				const email = `${noise(8)}@example.test`
				const body = { email, password: space.password, data: { noise: noise(4000) } }
				return post('/auth/v1/signup', JSON.stringify(body), json)
			}),
		'sign-in': () =>
			post(
				'/auth/v1/token?grant_type=password',
				JSON.stringify({ email: space.email, password: space.password }),
				json,
			),
		'change of a row': () =>
			untilRefused(() => {
				const body = JSON.stringify({ consent_text: noise(900) })
				const headers = { ...json, authorization: key.authorization }
				return post(`/rest/v1/forms?id=eq.${space.formId}`, body, headers, 'PATCH')
			}),
	}
	for (const [name, write] of Object.entries(writes)) {
		const answer = await write()
		const text = await answer.text()
		seen[name] = `${answer.status} ${text.slice(0, 160)}`
		if (answer.status === 500) problems.push(`${name} is 500`)
		if (/base\/|pg_|pgsql|plaudit-run|\/tmp|storage\/incoming|No space left/.test(text))
			problems.push(`${name} tells a path: ${text}`)
		if ([503, 507].includes(answer.status) && !answer.headers.get('retry-after'))
			problems.push(`${name} lacks Retry-After`)
		await fill()
	}
	const ready = await fetch(`${url}/ready`)
	seen.ready = `${ready.status} ${await ready.text()}`
	if (ready.status !== 503) problems.push('/ready stays 200')
	const read = await fetch(`${url}/storage/v1/object/public/disk/there`)
	seen.read = `${read.status} ${await read.text()}`
	if (read.status !== 200) problems.push('reading stopped')
	const after = await countFiles()
	if (after !== before) problems.push(`${after - before} files were left`)

	await rm(filler)
	const deadline = Date.now() + 60_000
	let isReady = false
	while (!isReady && Date.now() < deadline) isReady = (await fetch(`${url}/ready`)).ok
	if (!isReady) problems.push('/ready stays 503 when there is space again')
	const { error } = await admin.storage.from('disk').upload('again', jpeg)
	if (error) problems.push(`an upload fails when there is space again: ${error.message}`)
}

/** Existing pages of a table have free space, so writes continue until one is refused. */
async function untilRefused(write: () => Promise<Response>): Promise<Response> {
	for (let left = 2000; ; left--) {
		const answer = await write()
		if (!answer.ok || left === 0) return answer
		await answer.arrayBuffer()
	}
}

function noise(length: number): string {
	return randomBytes(length).toString('hex').slice(0, length)
}
