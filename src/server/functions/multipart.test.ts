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
	await expect(readMultipart(request, ['photo'], 1000)).rejects.toMatchObject({ status: 400 })
})
