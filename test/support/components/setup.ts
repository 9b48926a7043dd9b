import '#web/ui/styles/tokens.css'
import '#web/ui/styles/base.css'
import '#web/ui/styles/text.css'
import './realtime.ts'
import { toast } from 'sonner'
import { afterEach, beforeEach } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { forgetAnswers, unanswered } from './answers.ts'

// The client reads the server's address when its module is loaded, which is after this file.
const config = document.createElement('script')
config.id = 'plaudit-config'
config.type = 'application/json'
config.textContent = JSON.stringify({ url: window.location.origin, anonKey: 'anon', providers: {} })
document.head.append(config)

const start = window.location.href

beforeEach(async () => {
	// A screen of the test before would ask for more, and find no answer.
	await cleanup()
	// Messages outlive their screen, and the next one would show them.
	toast.dismiss()
	forgetAnswers()
	localStorage.clear()
	sessionStorage.clear()
	await forgetFiles()
})

/** A file that a screen keeps for a reload would open the next one with it. */
function forgetFiles(): Promise<void> {
	const request = indexedDB.deleteDatabase('plaudit-files')
	return new Promise((resolve, reject) => {
		request.onsuccess = () => resolve()
		request.onerror = () => reject(request.error)
	})
}

afterEach(() => {
	history.replaceState(null, '', start)
	const requests = unanswered()
	if (requests.length > 0) throw new Error(`The test gives no answer to ${requests.join(', ')}.`)
})
