import { formatNumber } from '#web/lib/format/format.ts'

const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']

/** A count for a heading: "three", "13". */
export const countWord = (count: number): string => words[count] ?? formatNumber(count)

/** A sentence with a capital at its beginning. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
