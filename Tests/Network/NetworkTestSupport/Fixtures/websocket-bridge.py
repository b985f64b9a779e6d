"""Starts a TCP server that speaks STOMP, and a WebSocket server in front of it; prints that one's port when both are ready.

usage: websocket-bridge.py PORT TCP-PORT COMMAND...
"""

import asyncio
import sys

from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosed


async def bridge(connection, port):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)

    async def answer():
        while data := await reader.read(65536):
            await connection.send(data)
        await connection.close()

    answering = asyncio.create_task(answer())
    try:
        async for message in connection:
            writer.write(message.encode() if isinstance(message, str) else message)
            await writer.drain()
    except (ConnectionClosed, OSError):
        pass
    answering.cancel()
    writer.close()


async def main(port, tcp_port, *command):
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.DEVNULL)
    while True:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", int(tcp_port))
            break
        except OSError:
            if process.returncode is not None:
                sys.exit(f"{command[0]} has ended with status {process.returncode}")
            await asyncio.sleep(0.05)
    writer.close()
    options = {"subprotocols": ["v12.stomp"], "max_size": None, "compression": None, "ping_interval": None}
    async with serve(lambda it: bridge(it, int(tcp_port)), "127.0.0.1", int(port), **options) as server:
        print(server.sockets[0].getsockname()[1], flush=True)
        await asyncio.get_running_loop().create_future()


asyncio.run(main(*sys.argv[1:]))
