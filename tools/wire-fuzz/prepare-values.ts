import { openSolanaWallet } from '#test/fakes/solana-wallet.ts'
import { writeWalletMessage } from '#test/fakes/wallet-message.ts'
import { fetchAnonKey, officialClient } from '#test/support/official-client.ts'
import { makeSpace, submitTestimonial, type TestSpace } from '#test/support/product/make-space.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { plaudit, type Server } from '#test/support/server-process.ts'
import { picture } from './seed-request.ts'
import type { Seed } from './seeds.ts'

export type PreparedValues = {
	/** Replaces the placeholders of a seed. */
	fill(seed: Seed): Seed
	/** Headers of no one, of a visitor, of an owner and of the service role. */
	identities: readonly Record<string, string>[]
}

/** Creates what the seeds refer to: keys, sessions, a space, testimonials, a bucket with files. */
export async function prepareValues(server: Server, random: () => number): Promise<PreparedValues> {
	const space = await makeSpace(server.url)
	const keys = JSON.parse(await plaudit(server, ['keys', '--json'])) as Record<string, string>
	const serviceKey = keys.serviceRoleKey ?? ''
	const anonKey = await fetchAnonKey(server.url)
	const { data } = await space.client.auth.getSession()
	const questions = await addQuestions(space)
	const kept = await submitTestimonial(server.url, space)
	const erasable = await submitTestimonial(server.url, space)
	await space.client.from('testimonials').update({ status: 'approved' }).eq('id', kept.id).throwOnError()
	const known: Record<string, string> = {
		...(await signInValues(server, space, serviceKey)),
		...(await storedFiles(server, serviceKey)),
		...questions,
		$user: data.session?.user.id ?? '',
		$email: space.email,
		$password: space.password,
		$space: space.spaceId,
		$slug: space.slug,
		$wording: space.wording,
		$receipt: tokenOf(kept.receipt_url),
		$erasable: tokenOf(erasable.receipt_url),
		$wall: space.wallId,
	}
	// A longer name comes first, as `$wall` is also the beginning of another.
	const names = Object.keys(known).sort((a, b) => b.length - a.length)
	const fillText = (text: string) => {
		let filled = text.replaceAll('$new', () => `new-${Math.floor(random() * 1e9)}@example.test`)
		filled = filled.replaceAll('$uuid', () => randomUuid(random))
		for (const name of names) filled = filled.replaceAll(name, () => JSON.stringify(known[name]).slice(1, -1))
		return filled
	}
	const identities = [
		{},
		{ apikey: anonKey },
		{ apikey: anonKey, authorization: `Bearer ${data.session?.access_token}` },
		{ apikey: serviceKey, authorization: `Bearer ${serviceKey}` },
	]
	return {
		identities,
		fill: (seed) =>
			JSON.parse(
				fillText(JSON.stringify(seed.body === '$submission' ? { ...seed, body: submissionBody(space, {}) } : seed)),
			),
	}
}

const tokenOf = (receiptUrl: string) => receiptUrl.split('/').at(-1) ?? ''

/** Asks one question of each kind whose answer has parts. */
async function addQuestions({ client, formId }: TestSpace): Promise<Record<string, string>> {
	const insert = async (question: { kind: string; position: number; options?: string[]; most?: number }) => {
		const row = { ...question, form_id: formId, label: question.kind }
		const { data } = await client.from('form_questions').insert(row).select('id').single().throwOnError()
		return data.id as string
	}
	return {
		$choices: await insert({ kind: 'choices', position: 1, options: ['Tea', 'Soup'], most: 2 }),
		$date: await insert({ kind: 'date', position: 2 }),
	}
}

/** Proofs of a sign-in: a refresh token of another session, a wallet's signature, a mailed token, a factor. */
async function signInValues(
	{ url }: Server,
	{ client, email, password }: TestSpace,
	serviceKey: string,
): Promise<Record<string, string>> {
	const other = officialClient(url, await fetchAnonKey(url))
	const { data } = await other.auth.signInWithPassword({ email, password })
	const wallet = openSolanaWallet()
	const message = writeWalletMessage(wallet.address, { domain: new URL(url).host, URI: url })
	const service = officialClient(url, serviceKey)
	// The mailed token of an address proves it for the first time, which ends the sessions from before: the owner's stay.
	const link = await service.auth.admin.generateLink({ type: 'magiclink', email: `mailed-${email}` })
	const factor = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'prepared' })
	return {
		$refresh: data.session?.refresh_token ?? '',
		$walletMessage: message,
		$walletSignature: Buffer.from(wallet.sign(Buffer.from(message))).toString('base64'),
		$tokenHash: link.data.properties?.hashed_token ?? '',
		$factor: factor.data?.id ?? '',
	}
}

/** A bucket with a text and a picture, signed URLs and an upload that has begun. */
async function storedFiles({ url }: Server, serviceKey: string): Promise<Record<string, string>> {
	const bucket = `fuzz-${crypto.randomUUID()}`
	const { storage } = officialClient(url, serviceKey)
	await storage.createBucket(bucket, { public: true })
	const files = storage.from(bucket)
	await files.upload('a/b.txt', 'hello', { contentType: 'text/plain' })
	await files.upload('picture.png', picture, { contentType: 'image/png' })
	const { data } = await files.createSignedUrl('a/b.txt', 3600)
	const upload = await files.createSignedUploadUrl('e')
	const encode = (text: string) => Buffer.from(text).toString('base64')
	const begun = await fetch(`${url}/storage/v1/upload/resumable`, {
		method: 'POST',
		headers: {
			apikey: serviceKey,
			authorization: `Bearer ${serviceKey}`,
			'tus-resumable': '1.0.0',
			'upload-length': '5',
			'upload-metadata': `bucketName ${encode(bucket)},objectName ${encode('begun')}`,
		},
	})
	return {
		$bucket64: encode(bucket),
		$bucket: bucket,
		$signed: new URL(data?.signedUrl ?? url).searchParams.get('token') ?? '',
		$uploadToken: upload.data?.token ?? '',
		$upload: begun.headers.get('location')?.split('/').at(-1) ?? '',
	}
}

/** A version 4 UUID from the fuzzer's own random numbers, so that a run can be repeated. */
function randomUuid(random: () => number): string {
	const digits = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('')
	return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20)}`
}
