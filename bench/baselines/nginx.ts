import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Nginx = { url: string; pid: number; stop(): Promise<void> }

/** Debian's nginx with one worker, serving the given bytes as a static file. */
export async function startNginx(body: Uint8Array, type: string): Promise<Nginx> {
	const folder = await mkdtemp(join(tmpdir(), 'plaudit-nginx-'))
	const port = await freePort()
	await mkdir(join(folder, 'html'))
	await writeFile(join(folder, 'html', 'page'), body)
	await writeFile(
		join(folder, 'nginx.conf'),
		`daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
		events { worker_connections 512; }
		http { access_log off; default_type "${type}"; sendfile on; tcp_nopush on; keepalive_requests 1000000; etag on;
			client_body_temp_path ${folder}/a; proxy_temp_path ${folder}/b; fastcgi_temp_path ${folder}/c; uwsgi_temp_path ${folder}/d; scgi_temp_path ${folder}/e;
			open_file_cache max=100; server { listen 127.0.0.1:${port}; root ${folder}/html; } }`,
	)
	const child = spawn('/usr/sbin/nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], {
		stdio: 'ignore',
	})
	const url = `http://127.0.0.1:${port}/page`
	await untilAnswers(url, child)
	return {
		url,
		pid: child.pid ?? 0,
		async stop() {
			const ended = new Promise((resolve) => child.once('exit', resolve))
			child.kill('SIGTERM')
			await ended
			await rm(folder, { recursive: true, force: true })
		},
	}
}

async function untilAnswers(url: string, child: ChildProcess): Promise<void> {
	for (let attempt = 0; attempt < 200; attempt++) {
		if (child.exitCode !== null) throw new Error('nginx did not start')
		const answered = await fetch(url).then(
			(response) => response.ok,
			() => false,
		)
		if (answered) return
		await new Promise((resolve) => setTimeout(resolve, 25))
	}
	throw new Error('nginx does not answer')
}

function freePort(): Promise<number> {
	return new Promise((resolve) => {
		const server = createServer()
		server.listen(0, '127.0.0.1', () => {
			const address = server.address()
			server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
		})
	})
}
