import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A free port of the loopback address. */
export function freePort(): Promise<number> {
	return new Promise((resolve) => {
		const server = createServer().listen(0, '127.0.0.1', () => {
			const address = server.address()
			server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
		})
	})
}

export type Nginx = { url: string; cache: string; stop(): Promise<void> }

/** Starts nginx with the recipe of docs/self-hosting.md, and `X-Cache` in answers. `start` is called before, with its cache's folder and URL. */
export async function startNginx(
	start: (front: { cache: string; url: string }) => Promise<{ url: string }>,
): Promise<Nginx> {
	const folder = await mkdtemp(join(tmpdir(), 'plaudit-nginx-'))
	const cache = join(folder, 'cache')
	await mkdir(cache)
	const port = await freePort()
	const url = `http://127.0.0.1:${port}`
	const origin = await start({ cache, url })
	await writeFile(join(folder, 'nginx.conf'), configuration({ folder, cache, port, origin: origin.url }))
	const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')], {
		stdio: 'inherit',
	})
	const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
	while (!(await fetch(`${url}/health`).catch(() => null))) await new Promise((resolve) => setTimeout(resolve, 50))
	return {
		url,
		cache,
		async stop() {
			child.kill('SIGQUIT')
			await ended
			await rm(folder, { recursive: true, force: true })
		},
	}
}

function configuration({
	folder,
	cache,
	port,
	origin,
}: {
	folder: string
	cache: string
	port: number
	origin: string
}) {
	const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
		.map((name) => `${name}_temp_path ${folder}/${name};`)
		.join('\n\t')
	return `daemon off;
user root;
pid ${folder}/nginx.pid;
worker_processes 1;
events { worker_connections 512; }
http {
	access_log off;
	${temporary}
	proxy_cache_path ${cache} levels=1:2 keys_zone=plaudit:10m max_size=1g inactive=1d use_temp_path=off;
	server {
		listen 127.0.0.1:${port};
		location / {
			proxy_pass ${origin};
			proxy_http_version 1.1;
			proxy_set_header Host $host:$server_port;
			proxy_set_header Connection '';
			proxy_cache plaudit;
			proxy_cache_lock on;
			proxy_cache_bypass $http_authorization $http_apikey;
			proxy_no_cache $http_authorization $http_apikey $http_cookie;
			proxy_hide_header Surrogate-Key;
			proxy_hide_header Cache-Tag;
			proxy_hide_header Surrogate-Control;
			proxy_hide_header CDN-Cache-Control;
			add_header X-Cache $upstream_cache_status always;
		}
	}
}
`
}
