import { canStore } from '#web/public/recorder/takes/take-store.ts'

/** True when a recording can be kept on this device. `free` and `needed` are bytes. */
export type Room = { state: 'enough' } | { state: 'refused' } | { state: 'little'; free: number; needed: number }

/** Room for the recording and for a trimmed copy of it, of which the first is deleted once the second is whole. */
const copies = 2

/** Looks for room of `bytes`, and asks the browser not to evict what is kept. */
export async function findRoom(bytes: number): Promise<Room> {
	if (!(await canStore())) return { state: 'refused' }
	// Firefox would ask the visitor, who has just been asked for the camera.
	if (!/Firefox/.test(navigator.userAgent)) void navigator.storage?.persist?.().catch(() => false)
	const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {}
	return judgeRoom(bytes, quota, usage)
}

/** A browser that does not tell its quota is believed to have room. */
export function judgeRoom(bytes: number, quota?: number, usage = 0): Room {
	const needed = bytes * copies
	if (quota === undefined || quota - usage >= needed) return { state: 'enough' }
	return { state: 'little', free: Math.max(0, quota - usage), needed }
}
