import { createHmac } from 'node:crypto'
import ipaddr from 'ipaddr.js'

const hour = 3_600_000
const refusalFactor = 10
const mostForms = 10_000

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

export type FormPressure = 'calm' | 'busy' | 'flooded'

/**
 * Counts what comes in on each form, on this node. A form that gets more than its hourly budget is only watched more
 * closely; it refuses at ten times as much.
 */
export function createFormPressure(mostPerHour: number) {
	const counts = new Map<string, { hour: number; count: number }>()
	return (form: string, now = Date.now()): FormPressure => {
		const present = Math.floor(now / hour)
		const known = counts.get(form)
		if (known?.hour === present) known.count++
		else {
			if (counts.size >= mostForms) counts.clear()
			counts.set(form, { hour: present, count: 1 })
		}
		const { count } = counts.get(form) ?? { count: 1 }
		if (count > mostPerHour * refusalFactor) return 'flooded'
		return count > mostPerHour ? 'busy' : 'calm'
	}
}
