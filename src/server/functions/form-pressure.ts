const hour = 3_600_000
const refusalFactor = 10
const mostForms = 10_000
/** Milliseconds between two exchanges with the other nodes: what one counts, all know this much later. */
const shareEvery = 2_000

export type FormPressure = 'calm' | 'busy' | 'flooded'

type Count = {
	hour: number
	/** Of all nodes, as last heard. */
	whole: number
	/** Of this node, since then. */
	more: number
	sharedAt: number
	isWaiting: boolean
}

/**
 * Counts what comes in on each form. A form that gets more than its hourly budget is only watched more closely; it
 * refuses at ten times as much.
 * @param share tells the other nodes what this one counted and answers what all did; never waited for
 */
export function createFormPressure(
	mostPerHour: number,
	share: (form: string, more: number) => Promise<number>,
) {
	const counts = new Map<string, Count>()

	const exchange = async (form: string, count: Count) => {
		const { more } = count
		count.isWaiting = false
		count.sharedAt = Date.now()
		count.whole += more
		count.more = 0
		count.whole = Math.max(count.whole, await share(form, more))
	}

	/** At once after a pause, else when the time has come; the last one counted is told as well. */
	const plan = (form: string, count: Count) => {
		if (count.isWaiting) return
		count.isWaiting = true
		const wait = Math.max(0, count.sharedAt + shareEvery - Date.now())
		// A node that cannot tell counts on for itself.
		setTimeout(() => exchange(form, count).catch(() => {}), wait).unref()
	}

	return (form: string, now = Date.now()): FormPressure => {
		const present = Math.floor(now / hour)
		let count = counts.get(form)
		if (count?.hour !== present) {
			if (counts.size >= mostForms) counts.clear()
			count = { hour: present, whole: 0, more: 0, sharedAt: 0, isWaiting: false }
			counts.set(form, count)
		}
		count.more++
		plan(form, count)
		const sent = count.whole + count.more
		if (sent > mostPerHour * refusalFactor) return 'flooded'
		return sent > mostPerHour ? 'busy' : 'calm'
	}
}
