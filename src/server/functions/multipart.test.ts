import { expect, it } from 'vitest'
import { readMultipart } from './multipart.ts'

const field = '--x\r\ncontent-disposition: form-data; name="slug"\r\n\r\nfern\r\n'
const file = '--x\r\ncontent-disposition: form-data; name="photo"; filename="a.png"\r\n\r\nhi'

it.each([
	file,
	`${file}\r\n--x`,
	'--x\r\n',
	'no form',
	'',
	// Goes on behind its end.
	`${field}${file}\r\n--x--\r\n${field}${file}`,
])('a form that breaks off is refused and ends nothing else: %j', async (body) => {
	const headers = { 'content-type': 'multipart/form-data; boundary=x' }
	const request = new Request('http://localhost/', { method: 'POST', body, headers })
	await expect(readMultipart(request, ['photo'], 1000, () => true)).rejects.toMatchObject({
		status: 400,
	})
})

const sent = (...parts: string[]) =>
	new Request('http://localhost/', {
		method: 'POST',
		body: `${parts.join('\r\n')}\r\n--x--\r\n`,
		headers: { 'content-type': 'multipart/form-data; boundary=x' },
	})

it('gives back what was typed when there is no room for the photo', async () => {
	const form = await readMultipart(sent(file, field.trimEnd()), ['photo'], 1000, () => false)
	expect(form.values).toEqual({ slug: 'fern' })
	expect(form.files).toEqual([])
	expect(form.refusal).toMatchObject({ status: 503, code: 'unavailable' })
})

it('holds a mebibyte of fields, however many there are', async () => {
	const long = 'x'.repeat(200_000)
	const fields = Array.from(
		{ length: 20 },
		(_, i) => `--x\r\ncontent-disposition: form-data; name="f${i}"\r\n\r\n${long}`,
	)
	const { values, refusal } = await readMultipart(sent(...fields), ['photo'], 1000, () => true)
	expect(Object.keys(values)).toHaveLength(5)
	expect(refusal).toMatchObject({ status: 413 })
})
