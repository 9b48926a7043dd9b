import { parentPort } from 'node:worker_threads'
import { dictionary } from '@zxcvbn-ts/language-common'
import { fingerprint } from './common-passwords.ts'

// A thread of its own, so that the list itself is gone when the fingerprints are handed over.
const words = new Set(dictionary['passwords-common'].map((word) => word.toLowerCase()))
const prints = Float64Array.from(words, fingerprint).sort()
parentPort?.postMessage(prints, [prints.buffer])
