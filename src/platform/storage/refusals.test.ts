import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPlatformApp, type PlatformApp } from '#test/support/platform-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const ada = randomUUID()
type Said = { statusCode: string; error: string; code: string; message: string | RegExp }
type Ask = (platform: PlatformApp) => Promise<Response>

const json = (body: object) => ({ method: 'POST', body: JSON.stringify(body) })
const text = (body: string, more: Record<string, string> = {}): RequestInit => ({
	method: 'POST',
	body,
	headers: { 'content-type': 'text/plain', ...more },
})

/** A request by Ada, or by the caller `as`. */
function ask(path: string, init: RequestInit = {}, as?: (platform: PlatformApp) => string): Ask {
	return (platform) =>
		fetch(`${platform.url}/storage/v1${path}`, {
			...init,
			headers: {
				apikey: platform.deps.keys.anonKey,
				authorization: `Bearer ${as?.(platform) ?? platform.token(ada)}`,
				...(init.headers as Record<string, string>),
			},
		})
}
const service = (platform: PlatformApp) => platform.deps.keys.serviceRoleKey
const row = (statusCode: string, error: string, code: string, message: string | RegExp): Said => ({
	statusCode,
	error,
	code,
	message,
})
const noKey = row('404', 'not_found', 'NoSuchKey', 'Object not found')
const noBucket = row('404', 'Bucket not found', 'NoSuchBucket', 'Bucket not found')
const exists = 'The resource already exists'
const tooLarge = 'The object exceeded the maximum allowed size'
const wordy = new FormData()
for (const name of ['a', 'b', 'c']) wordy.append(name, 'x'.repeat(400_000))
wordy.append('', new Blob(['x']))

/** Every error code of storage/v1, with a request that causes it. */
const rows: [string, Ask, number, Said][] = [
	['a bucket that is not there', ask('/bucket/none', {}, service), 400, noBucket],
	['an upload to no bucket', ask('/object/none/a', text('x')), 400, noBucket],
	['a public address of a private bucket', ask('/object/public/shut/a'), 400, noBucket],
	[
		'a form with more text than a file needs',
		ask('/object/shut/wordy', { method: 'POST', body: wordy }),
		400,
		row('413', 'Payload too large', 'EntityTooLarge', 'c is too long'),
	],
	['an object that is not there', ask('/object/shut/none'), 400, noKey],
	['information about none', ask('/object/info/shut/none'), 400, noKey],
	['a link to none', ask('/object/sign/shut/none', json({ expiresIn: 9 })), 400, noKey],
	[
		'a move of none',
		ask('/object/move', json({ bucketId: 'shut', sourceKey: 'none', destinationKey: 'b' })),
		400,
		noKey,
	],
	[
		'a copy of none',
		ask('/object/copy', json({ bucketId: 'shut', sourceKey: 'none', destinationKey: 'b' })),
		400,
		noKey,
	],
	['removing none', ask('/object/shut/none', { method: 'DELETE' }), 400, noKey],
	[
		'an object that exists',
		ask('/object/shut/there', text('x')),
		400,
		row('409', 'Duplicate', 'KeyAlreadyExists', exists),
	],
	[
		'a move onto another',
		ask('/object/move', json({ bucketId: 'shut', sourceKey: 'other', destinationKey: 'there' })),
		400,
		row('409', 'Duplicate', 'KeyAlreadyExists', exists),
	],
	[
		'a copy onto another',
		ask('/object/copy', json({ bucketId: 'shut', sourceKey: 'other', destinationKey: 'there' })),
		400,
		row('409', 'Duplicate', 'KeyAlreadyExists', exists),
	],
	[
		'a bucket that exists',
		ask('/bucket', json({ name: 'shut' }), service),
		400,
		row('409', 'Duplicate', 'BucketAlreadyExists', exists),
	],
	[
		'a bucket that is not empty',
		ask('/bucket/shut', { method: 'DELETE' }, service),
		400,
		row('409', 'ResourceNotEmpty', 'ResourceNotEmpty', 'The bucket you tried to delete is not empty'),
	],
	[
		'what no policy allows',
		ask('/object/closed/a', text('x')),
		400,
		row('403', 'Unauthorized', 'AccessDenied', /^new row violates row-level security policy/),
	],
	[
		'a bucket of one’s own',
		ask('/bucket', json({ name: 'mine' })),
		400,
		row('403', 'Unauthorized', 'AccessDenied', /row-level security/),
	],
	[
		'an upload link that no policy allows',
		ask('/object/upload/sign/closed/a', { method: 'POST' }),
		400,
		row('403', 'Unauthorized', 'AccessDenied', /row-level security/),
	],
	[
		'too many bytes',
		ask('/object/small/a', text('x'.repeat(101))),
		400,
		row('413', 'Payload too large', 'EntityTooLarge', tooLarge),
	],
	[
		'a full folder',
		ask('/object/full/a/1', text('x'.repeat(101))),
		400,
		row('413', 'Payload too large', 'EntityTooLarge', 'The folder a/ is full'),
	],
	[
		'a full bucket',
		ask('/object/full/b', text('x'.repeat(501))),
		400,
		row('413', 'Payload too large', 'EntityTooLarge', 'The bucket full is full'),
	],
	[
		'a move of too many bytes',
		ask(
			'/object/move',
			json({
				bucketId: 'shut',
				sourceKey: 'large',
				destinationBucket: 'small',
				destinationKey: 'b',
			}),
		),
		400,
		row('413', 'Payload too large', 'EntityTooLarge', tooLarge),
	],
	[
		'a type that is not allowed',
		ask('/object/faces/a', text('x'.repeat(20))),
		400,
		row('415', 'invalid_mime_type', 'InvalidMimeType', 'Only JPEG, PNG and WebP pictures are accepted.'),
	],
	[
		'a copy of such a type',
		ask('/object/copy', json({ bucketId: 'shut', sourceKey: 'there', destinationBucket: 'pdf', destinationKey: 'b' })),
		400,
		row('415', 'invalid_mime_type', 'InvalidMimeType', 'mime type text/plain is not supported'),
	],
	[
		'a token that expired',
		ask('/object/shut/there', {}, ({ token }) => token(ada, -10)),
		400,
		row('403', 'Unauthorized', 'AccessDenied', '"exp" claim timestamp check failed'),
	],
	[
		'a token that is none',
		ask('/object/shut/there', {}, () => 'a.b.c'),
		400,
		row('403', 'Unauthorized', 'AccessDenied', 'Invalid Compact JWS'),
	],
	[
		'a link without a token',
		ask('/object/sign/shut/there'),
		400,
		row('400', 'InvalidJWT', 'InvalidJWT', 'The token is missing'),
	],
	[
		'a forged link',
		ask('/object/sign/shut/there?token=a.b.c'),
		400,
		row('400', 'InvalidSignature', 'InvalidSignature', 'signature verification failed'),
	],
	[
		'a name with a way out',
		ask('/object/shut/a%2f..%2fb', text('x')),
		400,
		row('400', 'InvalidKey', 'InvalidKey', 'Invalid key: a/../b'),
	],
	[
		'a name in letters that S3 does not know',
		ask('/object/shut/%E2%98%83', text('x')),
		400,
		row('400', 'InvalidKey', 'InvalidKey', 'Invalid key: ☃'),
	],
	[
		'a bucket’s name that is none',
		ask('/bucket', json({ name: 'a/b' }), service),
		400,
		row('400', 'Invalid Input', 'InvalidBucketName', 'Bucket name invalid'),
	],
	[
		'a bucket’s name that is too long',
		ask('/bucket', json({ name: 'a'.repeat(101) }), service),
		400,
		row('400', 'Invalid Input', 'InvalidBucketName', 'Bucket name invalid'),
	],
	[
		'a bucket’s name that is a step of a path',
		ask('/bucket', json({ name: '..' }), service),
		400,
		row('400', 'Invalid Input', 'InvalidBucketName', 'Bucket name invalid'),
	],
	[
		'a body that is no JSON',
		ask('/object/list/shut', { method: 'POST', body: '{' }),
		400,
		row('400', 'Error', 'InvalidRequest', 'The body is not valid JSON'),
	],
	[
		'a move into a bucket that encodes anew',
		ask(
			'/object/move',
			json({
				bucketId: 'shut',
				sourceKey: 'there',
				destinationBucket: 'faces',
				destinationKey: 'b',
			}),
		),
		400,
		row('400', 'Error', 'InvalidRequest', /encodes its pictures anew/),
	],
	[
		'versions of a bucket',
		ask('/bucket', json({ name: 'v', versioning_status: 'ENABLED' }), service),
		400,
		row('400', 'Error', 'InvalidRequest', /versioning_status/),
	],
	[
		'a range beyond the end',
		ask('/object/shut/there', { headers: { range: 'bytes=99-' } }),
		416,
		row('400', 'InvalidRange', 'InvalidRange', 'The range cannot be satisfied'),
	],
	[
		'an address with nothing at it',
		ask('/nothing'),
		400,
		row('404', 'Not found', 'NotFound', 'There is nothing at this address'),
	],
	[
		'a row whose bytes are gone',
		ask('/object/shut/lost'),
		400,
		row('404', 'Not found', 'NotFound', 'The resource was not found'),
	],
	[
		'a database that is too slow',
		ask('/object/shut/slow', text('x')),
		400,
		row('544', 'DatabaseTimeout', 'DatabaseTimeout', 'The database took too long to answer'),
	],
	[
		'a database with too many connections',
		ask('/object/shut/crowded', text('x')),
		400,
		row('429', 'too_many_connections', 'TooManyConnections', 'Too many connections to the database'),
	],
	[
		'a lock that is not to be had',
		ask('/object/shut/locked', text('x')),
		503,
		row('503', 'LockTimeout', 'LockTimeout', 'The object is being written by somebody else'),
	],
	[
		'what a rule of the owner forbids',
		ask('/object/shut/forbidden', text('x')),
		400,
		row('400', 'Error', 'InvalidRequest', 'Not on Sundays'),
	],
]

describe('a refusal', () => {
	let platform: PlatformApp
	beforeAll(async () => {
		platform = await openPlatformApp({ LOG_LEVEL: 'silent' })
		await asOwner(
			platform.database,
			`insert into storage.buckets (id, name, file_size_limit, allowed_mime_types, image_policy, folder_size_limit, total_size_limit)
			values ('shut', 'shut', null, null, null, null, null), ('closed', 'closed', null, null, null, null, null),
				('small', 'small', 100, null, null, null, null), ('pdf', 'pdf', null, '{application/pdf}', null, null, null),
				('faces', 'faces', null, null, '{}', null, null), ('full', 'full', null, null, null, 100, 500);
			create policy own on storage.objects for all to authenticated
				using (bucket_id <> 'closed') with check (bucket_id <> 'closed');
			create function storage.raise_as_named() returns trigger language plpgsql as $$ begin
				raise exception 'Not on Sundays' using errcode = case new.name when 'slow' then '57014'
					when 'crowded' then '53300' when 'locked' then '55P03' else 'P0001' end; end $$;
			create trigger raise_as_named before insert on storage.objects for each row
				when (new.name in ('slow', 'crowded', 'locked', 'forbidden')) execute function storage.raise_as_named()`,
		)
		const bucket = platform.admin().storage.from('shut')
		for (const [name, length] of Object.entries({ there: 3, other: 3, large: 200, lost: 3 }))
			await bucket.upload(name, 'x'.repeat(length), { contentType: 'text/plain' })
		const { version } = (await bucket.info('lost')).data ?? { version: '' }
		await platform.deps.files.remove([version])
	})
	afterAll(() => platform.close())

	it.each(rows)('%s has its status and its error body', async (_, request, status, said) => {
		const answer = await request(platform)
		expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
		const { message, ...body } = (await answer.json()) as Said
		const { message: expected, ...rest } = said
		expect([answer.status, body]).toEqual([status, rest])
		if (typeof expected === 'string') expect(message).toBe(expected)
		else expect(message).toMatch(expected)
	})

	it('a request without a key is answered 400, in plain text for a resumable upload', async () => {
		const message = "headers must have required property 'authorization'"
		for (const path of ['object/shut/there', 'object/open/there']) {
			const answer = await fetch(`${platform.url}/storage/v1/${path}`)
			expect([answer.status, await answer.json()]).toEqual([400, row('400', 'Error', 'InvalidRequest', message)])
		}
		const tus = await fetch(`${platform.url}/storage/v1/upload/resumable`, { method: 'POST' })
		expect([tus.status, await tus.text()]).toEqual([400, `${message}\n`])
	})

	it('a request with an unknown key is answered 401 with the gateway’s message', async () => {
		for (const path of ['object/shut/there', 'upload/resumable']) {
			const method = path.startsWith('object') ? 'GET' : 'POST'
			const headers = { apikey: 'nonsense' }
			const answer = await fetch(`${platform.url}/storage/v1/${path}`, { method, headers })
			expect([answer.status, await answer.json()]).toMatchObject([
				401,
				{ message: 'Invalid API key', hint: expect.any(String) },
			])
		}
	})

	it('an upload to a nearly full disk is answered 507, and reads still work', async () => {
		const { DATA_DIR } = platform.deps.config
		const env = { DATA_DIR, MIN_FREE_DISK_MB: '1000000', LOG_LEVEL: 'silent' }
		const full = await openPlatformApp(env, platform.database)
		const answer = await ask('/object/shut/late', text('x'))(full)
		expect([answer.status, answer.headers.get('retry-after')]).toEqual([507, '60'])
		expect(await answer.json()).toMatchObject(row('507', 'storage_full', 'StorageFull', /disk space/))
		expect((await ask('/object/shut/there')(full)).status).toBe(200)
		await full.close()
	})

	it('a refused upload leaves neither bytes nor a row', async () => {
		const names = await asOwner<{ name: string }>(
			platform.database,
			`select name from storage.objects where bucket_id not in ('avatars', 'brand', 'photos') order by name`,
		)
		expect(names.map(({ name }) => name)).toEqual(['large', 'lost', 'other', 'there'])
		const shelves = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'))
		const files = (await Promise.all(shelves.map((start) => platform.deps.files.listShard(start)))).flat()
		expect(files).toHaveLength(3)
	})
})
