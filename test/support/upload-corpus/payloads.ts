import { gzipSync } from 'node:zlib'
import { marker } from './case.ts'

const script = `fetch('/pwned?${marker}');document.title='pwned'`

/** Payloads that other programs would run or open under a suitable name or type. */
export const payloads: Record<string, Buffer> = Object.fromEntries(
	Object.entries({
		html: `<!doctype html><html><body><script>${script}</script></body></html>`,
		'html with an event': `<img src=x onerror="${script}">`,
		svg: `<svg xmlns="http://www.w3.org/2000/svg" onload="${script}"><script>${script}</script></svg>`,
		xhtml: `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>${script}</script></html>`,
		javascript: `*/=1;${script}//`,
		php: `<?php system($_GET['c']); /* ${marker} */ ?>`,
		jsp: `<%@ page import="java.io.*" %><% out.println("${marker}"); %>`,
		shell: `#!/bin/sh\ntouch /tmp/${marker}\n`,
		pdf: `%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert('${marker}'))>>>>endobj\n%%EOF`,
		zip: Buffer.concat([
			Buffer.from('504b0304140000000000', 'hex'),
			Buffer.from(marker),
			Buffer.from('504b0506', 'hex'),
			Buffer.alloc(18),
		]),
		gzip: Buffer.concat([gzipSync(marker), Buffer.from(marker)]),
		playlist: `#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd?${marker}\n`,
		postscript: `%!PS\n(%pipe%touch /tmp/${marker}) (w) file\n`,
		magick: `push graphic-context\nviewbox 0 0 1 1\nfill 'url(https://127.0.0.1/${marker}"|touch /tmp/x")'\npop graphic-context`,
	}).map(([name, content]) => [name, Buffer.from(content)]),
)
