-- The mailbox behind an address, as limits and declines know it: without the tag after a plus sign, which mail servers ignore, and at
-- Gmail without dots. Mails go to the address as it was given.
create or replace function private.mailbox_of(address text) returns text language sql immutable strict parallel safe
return case when address ~* '@(gmail|googlemail)\.com$'
	then replace(split_part(split_part(lower(address), '@', 1), '+', 1), '.', '') || '@gmail.com'
	else split_part(split_part(lower(address), '@', 1), '+', 1) || '@' || split_part(lower(address), '@', 2) end;

grant execute on function private.mailbox_of(text) to product_door;
