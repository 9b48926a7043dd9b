import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { filePath, flag, integer, list } from './setting-types.ts'

const networks = list.superRefine((names, context) => {
	for (const name of names)
		if (!ipaddr.isValid(name) && !ipaddr.isValidCIDR(name))
			context.addIssue(`${name} is neither an address nor a network such as 10.0.0.0/8`)
})
/** An origin without a path: links to pages, files and wires are made by appending to it. */
const siteUrl = z.string().transform((text, context) => {
	const url = URL.canParse(text) ? new URL(text) : undefined
	const bare = text.replace(/\/+$/, '')
	const isSite = url && /^https?:$/.test(url.protocol) && !url.username && !url.password
	if (isSite && /^[^/]+:\/\/[^/?#]+$/.test(bare)) return bare
	context.addIssue('must be an address such as https://praise.example.com, without a path')
	return z.NEVER
})
/** A name or an address; one of IPv6 may stand in brackets, as in URLs. */
const host = z
	.string()
	.trim()
	.transform((text) => /^\[(.+)\]$/.exec(text)?.[1] ?? text)
/** Settings of the server as a whole. */
export const baseSettings = {
	PORT: integer(0, 65535).default(3000),
	HOST: host.optional(),
	SITE_URL: siteUrl.optional(),
	DATA_DIR: filePath.default('./data'),
	TRUSTED_PROXIES: networks.default([]),
	RATE_LIMITS: flag.default(true),
	LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
}
