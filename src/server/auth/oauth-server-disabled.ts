import { AuthError } from './errors.ts'

/** /oauth/*, /user/oauth/grants and its metadata: others cannot sign people in through us (auth.md §4). */
export function oauthServerDisabled(): never {
	throw new AuthError(404, 'feature_disabled', 'OAuth server is disabled')
}
