import { expect, test } from 'vitest'
import { classifyError, findProblem } from './device-problem.ts'

const browser = { isSecure: true, hasDevices: true, hasRecorder: true, isWebView: false }
const domError = (name: string, message = '') => new DOMException(message, name)

test('a browser that can record has no problem before it asks, inside an app neither', () => {
	expect(findProblem(browser)).toBeUndefined()
	expect(findProblem({ ...browser, isWebView: true })).toBeUndefined()
})

test('a page without https is named before the browser is blamed', () => {
	expect(findProblem({ ...browser, isSecure: false, hasDevices: false })).toBe('insecure')
	expect(findProblem({ ...browser, hasDevices: false })).toBe('unsupported')
	expect(findProblem({ ...browser, hasRecorder: false })).toBe('unsupported')
	expect(findProblem({ ...browser, hasDevices: false, isWebView: true })).toBe('in-app')
})

test('a refusal of the visitor is told from one of the system', () => {
	expect(classifyError(domError('NotAllowedError', 'Permission denied'), false)).toBe('refused')
	expect(classifyError(domError('NotAllowedError', 'Permission denied by system'), false)).toBe('system')
	expect(classifyError(domError('SecurityError'), false)).toBe('refused')
})

test('a missing device and one in use have their own problem', () => {
	expect(classifyError(domError('NotFoundError'), false)).toBe('none')
	expect(classifyError(domError('NotReadableError'), false)).toBe('in-use')
	expect(classifyError(domError('AbortError'), false)).toBe('in-use')
	expect(classifyError(domError('OverconstrainedError'), false)).toBe('failed')
	expect(classifyError('no error at all', false)).toBe('failed')
})

test('inside an app every refusal is the app’s, but a device in use stays one', () => {
	expect(classifyError(domError('NotAllowedError'), true)).toBe('in-app')
	expect(classifyError(domError('NotFoundError'), true)).toBe('in-app')
	expect(classifyError(domError('NotReadableError'), true)).toBe('in-use')
})
