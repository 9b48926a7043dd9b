import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Duplex, Transform } from 'node:stream'

/** The first script of every page: it reports errors, as a console would. */
const script = `(() => {
	const report = (...words) => navigator.sendBeacon('/recorder', location.pathname + ': ' + words.join(' '))
	addEventListener('error', (event) => {
		const { target, message } = event
		if (message) report('error', message, event.filename, event.lineno)
		else report('not loaded', target.localName, target.src || target.href)
	}, true)
	addEventListener('unhandledrejection', ({ reason }) => report('unhandled', reason))
	document.addEventListener('securitypolicyviolation', (event) =>
		report('policy', event.violatedDirective, event.blockedURI, event.sample))
	for (const name of ['error', 'warn']) {
		const log = console[name]
		console[name] = (...words) => { report(name, ...words); log.apply(console, words) }
	}
})()`

export type Recorder = {
	url: string
	/** Port on which the recorded server must listen. */
	port: number
	/** Errors in pages since the last call. */
	problems(): string[]
	/** Limits how fast requests are passed on, in bytes per second; 0 lifts the limit. */
	limitUploads(bytesPerSecond: number): void
	close(): void
}

/**
 * A proxy that injects a script into every page, because a WebKitGTK under WebDriver does not expose its console.
 * Everything else passes unchanged.
 */
export async function startRecorder(): Promise<Recorder> {
	const problems: string[] = []
	let rate = 0
	// Below the range of ephemeral ports.
	const port = 20_000 + (process.pid % 10_000)
	const server = createServer(async (incoming, answer) => {
		if (incoming.url === '/recorder.js') return answer.setHeader('content-type', 'text/javascript').end(script)
		if (incoming.url === '/recorder') {
			problems.push(await new Response(incoming as never).text())
			return answer.writeHead(204).end()
		}
		const { 'accept-encoding': _, ...headers } = incoming.headers
		const { url: path, method } = incoming
		const passed = request({ port, path, method, headers }, async (upstream) => {
			const { statusCode = 502, headers: heads } = upstream
			if (!heads['content-type']?.startsWith('text/html')) {
				answer.writeHead(statusCode, heads)
				return upstream.pipe(answer)
			}
			const page = await new Response(upstream as never).text()
			const { 'content-length': __, ...others } = heads
			answer.writeHead(statusCode, others)
			answer.end(page.replace('<head>', '<head><script src="/recorder.js"></script>'))
		})
		passed.on('error', () => answer.destroy())
		incoming.pipe(slowly(() => rate)).pipe(passed)
	})
	server.on('upgrade', ({ url: path, headers }, socket: Duplex) => {
		const passed = request({ port, path, headers })
		passed.on('upgrade', (upstream, far) => {
			const lines = Object.entries(upstream.headers).map(([name, value]) => `${name}: ${value}\r\n`)
			socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`)
			far.pipe(socket).pipe(far)
			far.on('error', () => socket.destroy())
			socket.on('error', () => far.destroy())
		})
		passed.on('error', () => socket.destroy())
		passed.end()
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		port,
		problems: () => problems.splice(0),
		limitUploads: (bytesPerSecond) => {
			rate = bytesPerSecond
		},
		close() {
			server.closeAllConnections()
			server.close()
		},
	}
}

/** Passes bytes on at the rate of the moment, in bytes per second; 0 is no limit. */
function slowly(rateNow: () => number): Transform {
	return new Transform({
		transform(bytes: Buffer, _, pass) {
			const rate = rateNow()
			if (rate === 0) return pass(null, bytes)
			setTimeout(() => pass(null, bytes), (bytes.length / rate) * 1000)
		},
	})
}
