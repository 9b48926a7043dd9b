-- SHA-256 of a text. Immutable, unlike convert_to, because the database is always UTF-8.
create or replace function private.hash_text(value text) returns bytea language sql immutable strict parallel safe
return sha256(convert_to(value, 'UTF8'));

grant execute on function private.hash_text(text) to service_role, product_door;
