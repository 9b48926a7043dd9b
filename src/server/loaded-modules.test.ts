import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, expect, it } from 'vitest'

const run = promisify(execFile)

/** Loads all that the server loads before it answers, and prints the names of these modules. */
const loadAll = `
	import { registerHooks } from 'node:module'
	const files = []
	registerHooks({ load: (url, context, next) => (files.push(url), next(url, context)) })
	await Promise.all(['start', 'open', 'app'].map((name) => import('#server/' + name + '.ts')))
	console.log(JSON.stringify([...files, ...process.moduleLoadList]))
`

let loaded: string[]
beforeAll(async () => {
	const { stdout } = await run('node', ['--input-type=module', '--disable-warning=ExperimentalWarning', '-e', loadAll])
	loaded = JSON.parse(stdout)
	expect(loaded.length).toBeGreaterThan(500)
})

it.each([
	['fetch and the WebSocket client of Node.js', /internal\/deps\/undici/],
	['HTTP/2', /internal\/http2/],
	['the tables of CSS properties', /mdn-data|css-tree\/lib\/lexer/],
	['the sender of mails', /node_modules\/nodemailer/],
	['the decoder of pictures', /node_modules\/sharp/],
	['the client of S3', /node_modules\/@aws-sdk/],
])('the server starts without %s', (_, name) => {
	expect(loaded.filter((one) => name.test(one))).toEqual([])
})
