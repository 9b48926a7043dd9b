import { parseArgs } from 'node:util'
import { openPurgeServer } from './nginx-cdn/purge-server.ts'

/** The purge hook of an nginx in front: docs/self-hosting.md, Behind a CDN. Run: `CDN_PURGE_TOKEN=… node tools/nginx-purge.ts --folder /var/cache/nginx/plaudit --port 3080`. */
const { values } = parseArgs({
	options: {
		folder: { type: 'string', default: '/var/cache/nginx/plaudit' },
		port: { type: 'string', default: '3080' },
	},
})
const token = process.env.CDN_PURGE_TOKEN ?? ''
if (token.length < 16) {
	console.error('Set CDN_PURGE_TOKEN to the value that Plaudit has.')
	process.exit(1)
}
const { port } = await openPurgeServer({ folder: values.folder, token, port: Number(values.port) })
console.log(`Purges of ${values.folder} are taken at http://127.0.0.1:${port}/`)
