"""A WebSocket server that answers each message with the same; prints its port when it is ready.

usage: websocket-echo.py PORT [CERTIFICATE KEY]
"""

import asyncio
import ssl
import sys

from websockets.asyncio.server import serve


async def echo(connection):
    async for message in connection:
        await connection.send(message)


async def main(port, certificate=None, key=None):
    context = None
    if certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
    # Without pings from here: how long a client may take to answer them is for its tests to say.
    options = {"ssl": context, "max_size": None, "compression": None, "ping_interval": None}
    async with serve(echo, "127.0.0.1", int(port), **options) as server:
        print(server.sockets[0].getsockname()[1], flush=True)
        await asyncio.get_running_loop().create_future()


asyncio.run(main(*sys.argv[1:]))
