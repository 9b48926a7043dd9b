import { connect } from 'node:net'

const pieceBytes = 64 * 1024

/**
 * Sends a request as browsers do: the answer is read once the whole body is sent, so a connection that is reset
 * meanwhile loses it.
 * @param head request line and headers without the empty line
 * @returns everything received until the answer is complete
 * @throws Error when the connection ends before the answer is complete
 */
export function sendWhole(port: number, head: string, body: Buffer): Promise<string> {
	return new Promise((resolve, reject) => {
		const socket = connect(port, '127.0.0.1')
		let received = ''
		const isComplete = () => {
			const [, length, rest] = /^content-length: (\d+)\r\n.*?\r\n\r\n(.*)$/ims.exec(received) ?? []
			return length !== undefined && rest !== undefined && Buffer.byteLength(rest) >= Number(length)
		}
		const lost = (cause?: unknown) => {
			socket.destroy()
			reject(new Error(`The connection ended after ${received.length} bytes of the answer`, { cause }))
		}
		socket.on('error', lost).on('close', () => lost())
		socket.pause().on('data', (chunk) => {
			received += chunk.toString('latin1')
			if (!isComplete()) return
			resolve(received)
			socket.destroy()
		})
		socket.write(`${head}\r\n\r\n`)
		// Sent at once, the body would fit into the buffers of the kernel.
		const sendFrom = (start: number) => {
			if (start >= body.length) return socket.resume()
			socket.write(body.subarray(start, start + pieceBytes), (error) => {
				if (!error) setImmediate(sendFrom, start + pieceBytes)
			})
		}
		sendFrom(0)
	})
}
