import { createHmac } from 'node:crypto'
import ipaddr from 'ipaddr.js'

const hour = 3_600_000
/**
 * What stands for an address in the budgets: keyed with a secret that never leaves the server and with the day, so that
 * nothing of it can be told apart tomorrow. Whoever has an IPv6 address has a whole /64 of them.
 */
export function budgetKey(secret: Buffer, text: string, now = Date.now()): Buffer {
	const day = new Date(now).toISOString().slice(0, 10)
	return createHmac('sha256', secret).update(`budget\n${day}\n${text}`).digest()
}

export function networkOf(ip: string): string {
	if (!ipaddr.isValid(ip)) return ip
	const address = ipaddr.process(ip)
	if (address.kind() === 'ipv4') return address.toString()
	return Buffer.from(address.toByteArray().slice(0, 8)).toString('hex')
}

/** Seconds until the budgets of this hour are new. */
export function secondsToNextHour(now = Date.now()): number {
	return Math.max(1, Math.ceil((hour - (now % hour)) / 1000))
}
