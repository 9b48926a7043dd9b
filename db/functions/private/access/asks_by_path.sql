-- True when the caller names the files that are read, and false for a list. Outside of storage/v1 the server itself names them.
create or replace function private.asks_by_path() returns boolean
language sql stable set search_path = '' as $$
	select storage.operation() is null or storage.allow_any_operation(array[
		'object.get_authenticated', 'object.get_authenticated_info', 'object.head_authenticated_info', 'render.image_authenticated',
		'object.sign', 'object.sign_many', 'object.copy'])
$$;

alter function private.asks_by_path() owner to product_door;
grant execute on function private.asks_by_path() to anon, authenticated;
