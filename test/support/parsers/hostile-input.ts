export const KiB = 1024
export const MiB = 1024 * KiB

/** One file that exhausts a parser without limits, by depth, width, length or number. */
export type HostileInput = {
	name: string
	make(): Buffer | string
	/** It has to be refused; others may be read or refused. */
	isRefused?: boolean
}

/** Repeats a text until it has about so many characters. */
export const fill = (text: string, length: number): string => text.repeat(Math.floor(length / text.length))

export const refused = (name: string, make: HostileInput['make']): HostileInput => ({ name, make, isRefused: true })
export const settled = (name: string, make: HostileInput['make']): HostileInput => ({ name, make })
