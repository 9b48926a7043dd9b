import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'

/** What every page runs first: it tells what goes wrong there, as a console would. */
const script = `(() => {
	const tell = (...words) => navigator.sendBeacon('/recorder', location.pathname + ': ' + words.join(' '))
	addEventListener('error', (event) => {
		const { target, message } = event
		if (message) tell('error', message, event.filename, event.lineno)
		else tell('not loaded', target.localName, target.src || target.href)
	}, true)
	addEventListener('unhandledrejection', ({ reason }) => tell('unhandled', reason))
	document.addEventListener('securitypolicyviolation', (event) =>
		tell('policy', event.violatedDirective, event.blockedURI, event.sample))
	for (const name of ['error', 'warn']) {
		const say = console[name]
		console[name] = (...words) => { tell(name, ...words); say.apply(console, words) }
	}
})()`

export type Recorder = {
	url: string
	/** Where the recorded server has to listen. */
	port: number
	/** What went wrong in pages since it was last asked. */
	problems(): string[]
	close(): void
}

/**
 * A proxy before the server which puts a script into every page: WebKitGTK keeps the console of a steered browser to itself.
 * Everything else passes as it is.
 */
export async function startRecorder(): Promise<Recorder> {
	const problems: string[] = []
	// Below those that the kernel gives away.
	const port = 20_000 + (process.pid % 10_000)
	const server = createServer(async (asked, answer) => {
		if (asked.url === '/recorder.js')
			return answer.setHeader('content-type', 'text/javascript').end(script)
		if (asked.url === '/recorder') {
			problems.push(await new Response(asked as never).text())
			return answer.writeHead(204).end()
		}
		const { 'accept-encoding': _, ...headers } = asked.headers
		const { url: path, method } = asked
		const passed = request({ port, path, method, headers }, async (given) => {
			const { statusCode = 502, headers: heads } = given
			if (!heads['content-type']?.startsWith('text/html')) {
				answer.writeHead(statusCode, heads)
				return given.pipe(answer)
			}
			const page = await new Response(given as never).text()
			const { 'content-length': __, ...others } = heads
			answer.writeHead(statusCode, others)
			answer.end(page.replace('<head>', '<head><script src="/recorder.js"></script>'))
		})
		passed.on('error', () => answer.destroy())
		asked.pipe(passed)
	})
	server.on('upgrade', ({ url: path, headers }, socket: Duplex) => {
		const passed = request({ port, path, headers })
		passed.on('upgrade', (given, far) => {
			const lines = Object.entries(given.headers).map(([name, value]) => `${name}: ${value}\r\n`)
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
		close() {
			server.closeAllConnections()
			server.close()
		},
	}
}
