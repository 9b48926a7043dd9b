import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UploadAnswer } from '#shared/form/submission-api.ts'
import { type S3Server, startS3Server } from '#test/fakes/s3-server.ts'
import { officialClient } from '#test/support/official-client.ts'
import { makeSpace, submitTestimonial, type TestSpace } from '#test/support/product/make-space.ts'
import { recordingFiles } from '#test/support/product/recording-files.ts'
import { askForUpload } from '#test/support/product/upload-recording.ts'
import { box } from '#test/support/recordings/boxes.ts'
import { plaudit, type Server, startServer } from '#test/support/server-process.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'

describe('recordings at two nodes over one PostgreSQL and one S3', () => {
	let s3: S3Server
	let database: TestDatabase
	let settings: Record<string, string>
	let nodes: [Server, Server]
	let space: TestSpace
	/** A film of six seconds, padded to the size of a long one. */
	let film: Buffer
	beforeAll(async () => {
		s3 = await startS3Server()
		database = await createTestDatabase()
		const { host, port, user, password = '', database: name } = database.owner
		const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
		settings = {
			...s3.settings,
			DATABASE_URL: `postgres://${user}:${password}@localhost:${port}/${name}?host=${host}`,
			JWT_KEYS: JSON.stringify([{ ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'ES256' }]),
			RATE_LIMITS: 'off',
		}
		nodes = [await startServer(settings), await startServer(settings)]
		space = await makeSpace(nodes[0].url)
		await space.client
			.from('forms')
			.update({ accepts: ['text', 'video'] })
			.eq('id', space.formId)
			.throwOnError()
		film = Buffer.concat([(await recordingFiles({})).bytes, box('free', Buffer.alloc(20_000_000))])
	})
	afterAll(async () => {
		await Promise.all(nodes.map((node) => node.stop()))
		await database.drop()
		await s3.close()
	})

	const headersOf = (upload: UploadAnswer) => ({ 'tus-resumable': '1.0.0', 'x-signature': upload.token })

	/** Opens an upload at a node. @returns the path at which it goes on */
	async function begin(node: Server): Promise<{ upload: UploadAnswer; path: string }> {
		const asked = { form: space.slug, kind: 'video', bytes: film.length, type: 'video/mp4' }
		const { body: upload } = await askForUpload({ url: node.url, fetch }, asked)
		const created = await fetch(`${node.url}/storage/v1/upload/resumable`, {
			method: 'POST',
			headers: {
				...headersOf(upload),
				'upload-length': String(film.length),
				'upload-metadata': `contentType ${btoa('video/mp4')}`,
			},
		})
		return { upload, path: new URL(created.headers.get('location') ?? '').pathname }
	}

	async function offsetAt(node: Server, { upload, path }: { upload: UploadAnswer; path: string }): Promise<number> {
		const answer = await fetch(node.url + path, { method: 'HEAD', headers: headersOf(upload) })
		return Number(answer.headers.get('upload-offset'))
	}

	/** Sends the rest of the film from `at`, but cuts the connection at byte `until`. */
	function sendUntil(node: Server, upload: UploadAnswer, path: string, at: number, until: number): Promise<void> {
		return new Promise((resolve) => {
			const sending = request(node.url + path, {
				method: 'PATCH',
				headers: {
					...headersOf(upload),
					'upload-offset': String(at),
					'content-type': 'application/offset+octet-stream',
					'content-length': film.length - at,
				},
			})
			sending.on('error', () => resolve())
			sending.on('close', () => resolve())
			sending.on('response', (answer) => answer.resume())
			sending.write(film.subarray(at, until), () => (until < film.length ? sending.destroy() : sending.end()))
		})
	}

	it('an upload that is cut at each tenth goes on at the other node, also after a kill, and arrives unchanged', async () => {
		const begun = await begin(nodes[0])
		let furthest = 0
		for (let tenth = 1; tenth <= 10; tenth++) {
			const node = nodes[tenth % 2] as Server
			const at = await offsetAt(node, begun)
			expect(at).toBeGreaterThanOrEqual(furthest)
			furthest = at
			await sendUntil(node, begun.upload, begun.path, at, Math.round((film.length * tenth) / 10))
			if (tenth % 4 !== 0) continue
			await node.kill()
			await node.restart()
		}
		const { serviceRoleKey } = JSON.parse(await plaudit(nodes[1], ['keys', '--json'], settings))
		const stored = officialClient(nodes[1].url, serviceRoleKey).storage.from('recordings')
		const { data } = await stored.download(begun.upload.name)
		expect(data && Buffer.from(await data.arrayBuffer()).equals(film)).toBe(true)
		const sent = await submitTestimonial(nodes[1].url, space, { kind: 'video', body: '', media: [begun.upload.id] })
		expect(sent.status).toBe('pending')
	})

	it('a node that is killed while it prepares a recording is replaced by the other one, and the recording is there once', async () => {
		const begun = await begin(nodes[0])
		await sendUntil(nodes[0], begun.upload, begun.path, 0, film.length)
		// Else it might take the job first.
		await nodes[1].kill()
		const { id } = await submitTestimonial(nodes[0].url, space, { kind: 'video', body: '', media: [begun.upload.id] })
		const ofRecording = `where kind = 'process_recording' and payload ->> 'media_id' = $1 and attempts = 1`
		const isTaken = () => asOwner(database, `select from plaudit.jobs ${ofRecording}`, [begun.upload.id])
		await expect.poll(isTaken).toHaveLength(1)
		await nodes[0].kill()
		await nodes[1].restart()
		// Its lease of a minute is over.
		const isOver = `update plaudit.jobs set run_at = now() ${ofRecording} returning attempts`
		expect(await asOwner(database, isOver, [begun.upload.id])).toEqual([{ attempts: 1 }])
		const rows = () => asOwner(database, 'select id, state from public.media where testimonial_id = $1', [id])
		await expect.poll(rows, { timeout: 120_000 }).toEqual([{ id: begun.upload.id, state: 'ready' }])
		const files = `select split_part(name, '/', 3) as name from storage.objects where name like $1 order by name`
		expect(await asOwner(database, files, [`${space.spaceId}/${id}/%`])).toEqual(
			['-original.mp4', '.mp4', '.webp'].map((end) => ({ name: begun.upload.id + end })),
		)
		await nodes[0].restart()
	})
})
