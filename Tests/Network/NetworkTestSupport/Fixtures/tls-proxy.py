"""A proxy that ends TLS: it passes on what comes to another port of this machine, and prints its own when it is ready.

usage: tls-proxy.py TARGET CERTIFICATE KEY
"""

import asyncio
import ssl
import sys


async def copy(reader, writer):
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()


async def main(target, certificate, key):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)

    async def connect(reader, writer):
        target_reader, target_writer = await asyncio.open_connection("127.0.0.1", int(target))
        await asyncio.gather(copy(reader, target_writer), copy(target_reader, writer))

    server = await asyncio.start_server(connect, "127.0.0.1", 0, ssl=context)
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.get_running_loop().create_future()


asyncio.run(main(*sys.argv[1:]))
