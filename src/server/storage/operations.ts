/**
 * What policies are told of a call by `storage.operation()`, in the reference's words: policies that were written for it
 * name them, and two of them have no `storage.` before them there.
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
