import { performance } from 'node:perf_hooks'
import sharp from 'sharp'
import { type Case, marker } from './case.ts'

/** A bucket for pictures, and who may write to it. */
export type Target = { url: string; key: string; bucket: string }
/** What became of one file. `wrong` says what should not be. */
export type Tried = { name: string; got: string; milliseconds: number; wrong: string[] }

/** Uploads one file, looks at the answer and at what is served afterwards, and removes it again. */
export async function tryCase(target: Target, one: Case, number: number): Promise<Tried> {
	const path = `${target.bucket}/case-${number}/file.png`
	const headers = { apikey: target.key, authorization: `Bearer ${target.key}` }
	const bytes = await one.bytes()
	const started = performance.now()
	const answer = await fetch(`${target.url}/storage/v1/object/${path}`, {
		method: 'POST',
		headers: { ...headers, 'content-type': one.type ?? 'image/png' },
		body: new Uint8Array(bytes),
	})
	const said = (await answer.json()) as { code?: string }
	const milliseconds = performance.now() - started
	const got = answer.status === 200 ? 'taken' : (said.code ?? String(answer.status))
	const wrong = got === one.verdict ? [] : [`${got} instead of ${one.verdict}`]
	const served = await fetch(`${target.url}/storage/v1/object/public/${path}`)
	if (got === 'taken') wrong.push(...(await lookAt(served, bytes)))
	else if (served.status === 200) wrong.push('refused and served all the same')
	await fetch(`${target.url}/storage/v1/object/${path}`, { method: 'DELETE', headers })
	return { name: one.name, got, milliseconds, wrong }
}

/** What is served must be a picture of its own type, encoded anew, with nothing in it that was sent beside the picture. */
async function lookAt(served: Response, sent: Buffer): Promise<string[]> {
	const wrong: string[] = []
	const stored = Buffer.from(await served.arrayBuffer())
	const expect = (isGood: boolean, what: string) => {
		if (!isGood) wrong.push(what)
	}
	const { format, exif, xmp, iptc, icc, orientation, pages, comments } =
		await sharp(stored).metadata()
	expect(served.headers.get('content-type') === `image/${format}`, 'served under another type')
	expect(served.headers.get('x-content-type-options') === 'nosniff', 'no nosniff')
	expect(
		served.headers.get('content-security-policy') === "sandbox; default-src 'none'",
		'no sandbox',
	)
	expect(!exif && !xmp && !iptc && !icc && !orientation && !comments, 'metadata was kept')
	expect((pages ?? 1) === 1, 'it still moves')
	expect(!stored.equals(sent), 'not encoded anew')
	expect(!stored.includes(marker), 'a hidden text was kept')
	return wrong
}
