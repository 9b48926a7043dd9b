/**
 * Values of `storage.operation()` for policies. The names are Supabase's, where two of them have no `storage.`
 * prefix.
 */
export type Operation =
	| `storage.bucket.${'create' | 'get' | 'list' | 'update' | 'empty' | 'delete'}`
	| `storage.object.${ObjectOperation}`
	| `object.${'get' | 'head'}_authenticated_info`
	| 'storage.render.image_authenticated'
	| `storage.tus.upload.${'create' | 'part'}`

type ObjectOperation =
	| 'get_authenticated'
	| 'upload'
	| 'upload_update'
	| 'upload_signed'
	| 'list'
	| 'list_v2'
	| 'move'
	| 'copy'
	| 'delete'
	| 'delete_many'
	| 'sign'
	| 'sign_many'
	| 'sign_upload_url'
