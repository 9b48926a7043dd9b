import { performance } from 'node:perf_hooks'
import sharp from 'sharp'
import { marker, type UploadCase } from './case.ts'

/** A bucket with an image policy, and a key that may write to it. */
export type Target = { url: string; key: string; bucket: string }
/** Result of one file. `wrong` lists deviations from the expected result. */
export type CaseResult = { name: string; got: string; milliseconds: number; wrong: string[] }

/** Uploads one file, checks the response and the served file, and removes it again. */
export async function tryCase(target: Target, one: UploadCase, number: number): Promise<CaseResult> {
	const path = `${target.bucket}/case-${number}/file.png`
	const headers = { apikey: target.key, authorization: `Bearer ${target.key}` }
	const bytes = await one.bytes()
	const started = performance.now()
	const answer = await fetch(`${target.url}/storage/v1/object/${path}`, {
		method: 'POST',
		headers: { ...headers, 'content-type': one.type ?? 'image/png' },
		body: new Uint8Array(bytes),
	})
	const response = (await answer.json()) as { code?: string }
	const milliseconds = performance.now() - started
	const got = answer.status === 200 ? 'taken' : (response.code ?? String(answer.status))
	const wrong = got === one.verdict ? [] : [`${got} instead of ${one.verdict}`]
	const served = await fetch(`${target.url}/storage/v1/object/public/${path}`)
	if (got === 'taken') wrong.push(...(await lookAt(served, bytes)))
	else if (served.status === 200) wrong.push('refused and served all the same')
	await fetch(`${target.url}/storage/v1/object/${path}`, { method: 'DELETE', headers })
	return { name: one.name, got, milliseconds, wrong }
}

/** A served file must be a re-encoded picture of its declared type, without any other data of the upload. */
async function lookAt(served: Response, sent: Buffer): Promise<string[]> {
	const wrong: string[] = []
	const stored = Buffer.from(await served.arrayBuffer())
	const expect = (isGood: boolean, what: string) => {
		if (!isGood) wrong.push(what)
	}
	const { format, exif, xmp, iptc, icc, orientation, pages, comments } = await sharp(stored).metadata()
	expect(served.headers.get('content-type') === `image/${format}`, 'served under another type')
	expect(served.headers.get('x-content-type-options') === 'nosniff', 'no nosniff')
	expect(served.headers.get('content-security-policy') === "sandbox; default-src 'none'", 'no sandbox')
	expect(!exif && !xmp && !iptc && !icc && !orientation && !comments, 'metadata was kept')
	expect((pages ?? 1) === 1, 'it still moves')
	expect(!stored.equals(sent), 'not re-encoded')
	expect(!stored.includes(marker), 'a hidden text was kept')
	return wrong
}
