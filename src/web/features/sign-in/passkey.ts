import { check } from '#web/lib/errors.ts'
import { supabase } from '#web/lib/supabase.ts'

/** Signs in with a passkey that the person picks in the browser's own window. */
export async function signInWithPasskey(): Promise<void> {
	check(await (await supabase).auth.signInWithPasskey())
}
