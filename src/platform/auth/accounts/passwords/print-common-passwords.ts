import { dictionary } from '@zxcvbn-ts/language-common'
import { fingerprint } from './common-passwords.ts'

/** Program: writes the sorted fingerprints of common passwords to standard output, as 64-bit floats. */
const words = new Set(dictionary['passwords-common'].map((word) => word.toLowerCase()))
const prints = Float64Array.from(words, fingerprint).sort()
process.stdout.write(new Uint8Array(prints.buffer))
